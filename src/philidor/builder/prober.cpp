#include "philidor/builder/prober.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <tuple>
#include <utility>

#include "philidor/builder/distance_solver.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/child_keys.hpp"

namespace philidor {

namespace {

/// Each may be an open file, of which a process has a thousand or so.
constexpr std::uint64_t most_readers = 128;

tl::unexpected<Error<ProbeError>> store_failure(const Error<TableError>& error) {
    return fail(ProbeError::store, error.message);
}

/// Finds a reader that is open, or opens it; null if there is nothing to be read.
template <class T, class Open>
Result<std::shared_ptr<const T>, ProbeError> find_in(RecentlyUsed<CanonicalKey, T>& readers,
                                                     const CanonicalKey& key,
                                                     const Open& open) {
    if (auto reader = readers.find(key)) return reader;
    auto opened = open();
    if (!opened) {
        if (opened.error().kind == TableError::absent) return std::shared_ptr<const T>();
        return store_failure(opened.error());
    }
    readers.add(key, *opened, 1);
    return *std::move(opened);
}

bool is_zeroing(const Board& board, Move move) {
    return move.is_capture() || type_of(board.piece_on(move.from())) == PieceType::pawn;
}

/// The captures en passant, which no table knows of.
MoveList en_passant_captures(const MoveList& moves) {
    MoveList captures;
    for (const Move move : moves) {
        if (move.flag() == MoveFlag::en_passant) captures.add(move);
    }
    return captures;
}

/// What the rules say without any table: of a side that cannot move, and where nobody can ever win.
std::optional<WdlBounds> value_by_rules(const Board& board) {
    if (!has_legal_move(board)) return WdlBounds::exactly(board.is_check() ? Wdl::loss : Wdl::draw);
    if (board.has_insufficient_material()) return WdlBounds::exactly(Wdl::draw);
    return std::nullopt;
}

/// The order of moves, best first: a win in 3 comes before one in 5, and a loss in 5 (-5) before one in 3.
std::tuple<Wdl, Wdl, int> order_of(const MoveAnswer& answer) {
    return {-answer.bounds.worst, -answer.bounds.best, answer.dtz.value_or(std::numeric_limits<int>::max())};
}

}  // namespace

void sort_best_first(std::vector<MoveAnswer>& moves) {
    // By insertion: moves are few, equal ones keep their order, and clang dislikes what libstdc++'s stable
    // sort calls.
    for (auto next = moves.begin(); next != moves.end(); ++next) {
        const auto place = std::ranges::upper_bound(moves.begin(), next, order_of(*next), {}, order_of);
        std::rotate(place, next, next + 1);
    }
}

std::optional<int> dtz_from_moves(WdlBounds bounds, std::span<const MoveAnswer> moves) {
    if (!bounds.is_exact()) return std::nullopt;
    if (bounds.worst == Wdl::draw) return 0;
    const std::optional<int> best = std::ranges::min(moves, {}, order_of).dtz;
    if (best == 1) return best;
    // No move whose distance is not known may be nearer, or, for a loser, delay longer.
    const bool may_differ = std::ranges::any_of(
        moves, [&](const MoveAnswer& answer) { return answer.bounds.best == bounds.best && !answer.dtz; });
    return may_differ ? std::nullopt : best;
}

Prober::Prober(const TableStore& store, const ProberOptions& options)
    : store_(store),
      options_(options),
      readers_(most_readers),
      distance_readers_(most_readers),
      distances_(options.memory_bytes / 4),
      tables_(store, options.memory_bytes / 4) {}

Result<std::optional<WdlBounds>, ProbeError> Prober::value_of(const Board& board) {
    if (!board.castling().none()) {
        return fail(ProbeError::castling,
                    "somebody may still castle, of which tables know nothing: \"" + to_fen(board) + '"');
    }
    if (const auto value = value_by_rules(board)) return value;
    if (!board.legal_en_passant()) return stored_value(board);

    // The capture is one more choice, or the only one.
    WdlBounds value = WdlBounds::exactly(Wdl::loss);
    const MoveList moves = legal_moves(board);
    const MoveList captures = en_passant_captures(moves);
    for (const Move move : captures) {
        const auto after = value_of(board.after(move));
        if (!after) return tl::unexpected(after.error());
        value = better_of(value, -after->value_or(WdlBounds{}));
    }
    if (moves.size() > captures.size()) {
        const auto without = stored_value(board);
        if (!without) return tl::unexpected(without.error());
        value = better_of(value, without->value_or(WdlBounds{}));
        if (!*without && value == WdlBounds{}) return std::nullopt;
    }
    return value;
}

Result<std::optional<int>, ProbeError> Prober::dtz_of(const Board& board, WdlBounds value) {
    if (!value.is_exact()) return std::nullopt;
    if (value.worst == Wdl::draw) return 0;
    const int sign = value.worst == Wdl::win ? 1 : -1;
    const MoveList moves = legal_moves(board);
    const MoveList captures = en_passant_captures(moves);
    for (const Move move : captures) {
        const auto after = value_of(board.after(move));
        if (!after) return tl::unexpected(after.error());
        if (sign > 0 && *after == WdlBounds::exactly(Wdl::loss)) return 1;
    }
    if (moves.size() == captures.size()) return -1;  // mated, or all that is left is a capture that loses
    const auto distance = stored_distance(board);
    if (!distance) return tl::unexpected(distance.error());
    if (!*distance) return std::nullopt;
    return sign * static_cast<int>(**distance);
}

Result<Answer, ProbeError> Prober::answer(const Board& board) {
    const auto value = value_of(board);
    if (!value) return tl::unexpected(value.error());
    Answer answer{value->value_or(WdlBounds{}), {}, {}};
    WdlBounds best_move = WdlBounds::exactly(Wdl::loss);
    for (const Move move : legal_moves(board)) {
        const auto found = this->answer(board, move);
        if (!found) return tl::unexpected(found.error());
        best_move = better_of(best_move, found->bounds);
        answer.moves.push_back(*found);
    }
    sort_best_first(answer.moves);
    if (answer.moves.empty()) {
        answer.dtz = board.is_check() ? -1 : 0;
        return answer;
    }
    answer.bounds = both_of(answer.bounds, best_move);
    answer.dtz = dtz_from_moves(answer.bounds, answer.moves);
    return answer;
}

Result<MoveAnswer, ProbeError> Prober::answer(const Board& board, Move move) {
    const Board after = board.after(move);
    const auto value = value_of(after);
    if (!value) return tl::unexpected(value.error());
    MoveAnswer answer{move, -value->value_or(WdlBounds{}), {}};
    if (!answer.bounds.is_exact()) return answer;
    const int sign = static_cast<int>(answer.bounds.worst);
    if (sign == 0 || is_zeroing(board, move) || !has_legal_move(after)) {
        answer.dtz = sign;
        return answer;
    }
    const auto dtz = dtz_of(after, -answer.bounds);
    if (!dtz) return tl::unexpected(dtz.error());
    if (*dtz) answer.dtz = sign - **dtz;
    return answer;
}

Result<Prober::Reader, ProbeError> Prober::find_reader(const CanonicalKey& key) {
    return find_in(readers_, key, [&] { return store_.open(key); });
}

Result<std::optional<WdlBounds>, ProbeError> Prober::stored_value(const Board& board) {
    const auto [key, symmetry] = canonicalize(MaterialKey::from_board(board));
    const auto reader = find_reader(key);
    if (!reader) return tl::unexpected(reader.error());
    if (*reader == nullptr) return std::nullopt;
    const auto value = (*reader)->value_of(symmetry(board));
    if (!value) return store_failure(value.error());
    assert(*value && "no board is illegal");
    return *value;
}

Result<std::optional<unsigned>, ProbeError> Prober::stored_distance(const Board& board) {
    const auto [key, symmetry] = canonicalize(MaterialKey::from_board(board));
    const auto reader = find_distance_reader(key);
    if (!reader) return tl::unexpected(reader.error());
    if (*reader != nullptr) {
        const auto distance = (*reader)->distance_of(symmetry(board));
        if (!distance) return store_failure(distance.error());
        return *distance;
    }
    const auto distances = distances_of(key);
    if (!distances) return tl::unexpected(distances.error());
    if (!**distances) return std::nullopt;
    return (**distances)->distance_of(symmetry(board));
}

Result<std::shared_ptr<const Prober::Distances>, ProbeError> Prober::distances_of(const CanonicalKey& key) {
    const std::lock_guard lock(measuring_);
    if (auto distances = distances_.find(key)) return distances;
    const auto reader = find_distance_reader(key);
    if (!reader) return tl::unexpected(reader.error());
    auto found = *reader == nullptr ? measure(key) : load(**reader);
    if (!found) return tl::unexpected(found.error());
    auto distances = std::make_shared<const Distances>(*std::move(found));
    distances_.add(key, distances, *distances ? (**distances).byte_count() : 1);
    return distances;
}

Result<std::shared_ptr<const DistanceReader>, ProbeError> Prober::find_distance_reader(
    const CanonicalKey& key) {
    return find_in(distance_readers_, key, [&] { return store_.open_distances(key); });
}

Result<Prober::Distances, ProbeError> Prober::load(const DistanceReader& reader) const {
    auto distances = reader.load(options_.threads);
    if (!distances) return store_failure(distances.error());
    return *std::move(distances);
}

Result<Prober::Distances, ProbeError> Prober::measure(const CanonicalKey& key) {
    if (memory_for_distance_table(key) > options_.memory_bytes) return std::nullopt;
    // A look at the headers first, since measuring would find out late that a child is missing.
    const auto is_possible = has_exact_children(key);
    if (!is_possible) return tl::unexpected(is_possible.error());
    if (!*is_possible) return std::nullopt;

    std::vector<std::shared_ptr<const Table>> children;  // kept alive until the end
    std::optional<Error<TableError>> failure;
    const auto lookup = [&](const CanonicalKey& child) -> const Table* {
        auto found = tables_.find(child);
        if (!found) {
            failure = found.error();
            return nullptr;
        }
        if (*found != nullptr) children.push_back(*found);
        return found->get();
    };
    Budget budget;
    budget.threads = options_.threads;
    auto distances = measure_distances(key, lookup, budget);
    if (failure) return store_failure(*failure);
    return distances;
}

Result<bool, ProbeError> Prober::has_exact_children(const CanonicalKey& key) {
    for (const ChildKey& child : child_keys(key.material())) {
        const auto reader = find_reader(child.canonical);
        if (!reader) return tl::unexpected(reader.error());
        if (*reader == nullptr || !(*reader)->is_exact()) return false;
    }
    return true;
}

}  // namespace philidor
