#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

namespace {

using Nothing = Result<void, KeyError>;

/// Reads one token after the other and keeps track of its position for error messages.
class KeyReader {
  public:
    explicit KeyReader(std::string_view text) : text_(text) {}

    Result<MaterialKey, KeyError> read() {
        while (begin_ < text_.size()) {
            token_ = text_.substr(begin_, token_length());
            if (auto done = read_token(); !done) return tl::unexpected(std::move(done.error()));
            begin_ += token_.size();
        }
        if (auto done = end_side(); !done) return tl::unexpected(std::move(done.error()));
        if (side_ == Color::white) {
            return fail(KeyError::no_separator,
                        fmt::format("key: no v between White and Black: {}", in_quotes(text_)));
        }
        return MaterialKey::make(pieces_, pawns_).map_error([this](Error<KeyError> error) {
            error.message += fmt::format(": {}", in_quotes(text_));
            return error;
        });
    }

  private:
    /// Bishops and squares have two letters; so has any text that was meant to be one of them.
    [[nodiscard]] std::size_t token_length() const {
        const std::string_view rest = text_.substr(begin_);
        if (rest.starts_with("Bd") || rest.starts_with("Bl")) return 2;
        const auto is_lower = [](char letter) { return letter >= 'a' && letter <= 'z' && letter != 'v'; };
        const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
        const bool is_square_like = is_lower(rest[0]) && rest.size() > 1 && is_digit(rest[1]);
        return is_square_like ? 2 : 1;
    }

    Nothing read_token() {
        if (token_ == "v") return read_separator();
        if (token_ == "K") return read_king();
        if (token_ == "P")
            return complain(KeyError::pawn_token, "pawns are named by their squares, as in Ke4vK");
        if (token_ == "B") return complain(KeyError::unknown_token, "bishops are Bd (dark) or Bl (light)");
        for (const PieceKind kind : all_piece_kinds) {
            if (token_ == token_of(kind)) return read_piece(kind);
        }
        if (file_from(token_[0]) || token_.size() == 2) return read_pawn();
        return complain(KeyError::unknown_token, "not K, Q, R, Bd, Bl, N, a square or v");
    }

    Nothing read_separator() {
        if (side_ == Color::black) return complain(KeyError::several_separators, "a second v");
        if (auto done = end_side(); !done) return done;
        side_ = Color::black;
        has_king_ = false;
        return {};
    }

    Nothing end_side() {
        if (has_king_) return {};
        return fail(KeyError::no_king, fmt::format("key: {} has no K: {}", name_of(side_), in_quotes(text_)));
    }

    Nothing read_king() {
        if (has_king_) {
            return complain(KeyError::several_kings, fmt::format("a second king for {}", name_of(side_)));
        }
        has_king_ = true;
        return {};
    }

    Nothing read_piece(PieceKind kind) {
        constexpr unsigned most_pieces = 15;
        if (pieces_[side_].total() == most_pieces) {
            return complain(KeyError::too_many_men, fmt::format("{} has more than 16 men", name_of(side_)));
        }
        pieces_[side_].add(kind);
        return {};
    }

    Nothing read_pawn() {
        const auto square = parse_square(token_);
        if (!square) return complain(KeyError::malformed_square, "not a square from a2 to h7");
        if (MaterialKey::back_ranks.has(*square)) {
            return complain(KeyError::pawn_on_back_rank, "no pawn stands on rank 1 or 8");
        }
        if (pawns_[side_].has(*square)) {
            return complain(KeyError::duplicate_square,
                            fmt::format("{} has this pawn already", name_of(side_)));
        }
        if (pawns_[!side_].has(*square)) {
            return complain(KeyError::shared_square, fmt::format("{} has a pawn there", name_of(!side_)));
        }
        pawns_[side_].add(*square);
        return {};
    }

    /// `key: "P" at letter 2 of "KPvK": ...`
    [[nodiscard]] Nothing complain(KeyError kind, std::string_view reason) const {
        return fail(kind, fmt::format("key: {} at letter {} of {}: {}", in_quotes(token_), begin_ + 1,
                                      in_quotes(text_), reason));
    }

    std::string_view text_;
    std::string_view token_;
    std::size_t begin_ = 0;
    Color side_ = Color::white;
    bool has_king_ = false;
    ByColor<PieceCounts> pieces_;
    ByColor<Bitboard> pawns_;
};

std::string side_text(PieceCounts pieces, Bitboard pawns) {
    std::string text = "K";
    for (const PieceKind kind : all_piece_kinds) {
        for (unsigned count = pieces[kind]; count != 0; --count) text += token_of(kind);
    }
    for (const Square square : pawns) text += to_string(square);
    return text;
}

}  // namespace

Result<MaterialKey, KeyError> parse_key(std::string_view text) {
    if (text.empty()) return fail(KeyError::empty, "key: no text");
    if (text.size() > longest_key_text) {
        return fail(KeyError::too_long, fmt::format("key: {} letters, but no key has more than {}: {}",
                                                    text.size(), longest_key_text, in_quotes(text)));
    }
    return KeyReader(text).read();
}

std::string to_string(const MaterialKey& key) {
    return side_text(key.pieces(Color::white), key.pawn_squares(Color::white)) + "v" +
           side_text(key.pieces(Color::black), key.pawn_squares(Color::black));
}

}  // namespace philidor
