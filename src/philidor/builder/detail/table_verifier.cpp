#include "philidor/builder/detail/table_verifier.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "philidor/base/detail/parallel.hpp"
#include "philidor/builder/detail/entry_bits.hpp"
#include "philidor/builder/detail/place_set.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/position_indexer.hpp"

namespace philidor {

namespace {

using detail::EntryBits;
using detail::PlaceSet;

std::optional<WdlBounds> value_at(const Table& table, const TilePlace& place, Rule rule = Rule::none) {
    return detail::value_of(detail::bits_at(table, place, rule));
}

/// Finds tables for one thread and remembers them, so that threads seldom wait for each other.
class ChildReader {
  public:
    ChildReader(const TableLookup& lookup, std::mutex& mutex) : lookup_(lookup), mutex_(mutex) {}

    /// The value after a capture or a pawn move, for the side to move.
    [[nodiscard]] WdlBounds value_after_change(const Board& board, Rule rule = Rule::none) {
        if (!board.legal_en_passant()) return stored_value(board, rule);
        std::vector<WdlBounds> choice;
        const MoveList moves = legal_moves(board);
        for (const Move move : moves) {
            if (move.flag() == MoveFlag::en_passant) choice.push_back(-stored_value(board.after(move), rule));
        }
        if (choice.size() < moves.size()) choice.push_back(stored_value(board, rule));
        WdlBounds best = WdlBounds::exactly(Wdl::loss);
        for (const WdlBounds value : choice) {
            best.worst = std::max(best.worst, value.worst);
            best.best = std::max(best.best, value.best);
        }
        return best;
    }

    /// Whether a value was not exact, or not there at all.
    [[nodiscard]] bool has_met_bounds() const { return has_met_bounds_; }

  private:
    /// A table, if it is there, and how to see a board of some key with its eyes.
    struct Found {
        const Table* table;
        Symmetry symmetry;
    };

    [[nodiscard]] WdlBounds stored_value(const Board& board, Rule rule) {
        const MaterialKey key = MaterialKey::from_board(board);
        auto entry = found_.find(key);
        if (entry == found_.end()) {
            const TableReference canonical = table_for(key);
            const std::lock_guard lock(mutex_);
            entry = found_.emplace(key, Found{lookup_(canonical.key), canonical.symmetry}).first;
        }
        const auto [table, symmetry] = entry->second;
        WdlBounds value;
        // A table that denies a legal position is at fault itself, and says nothing.
        if (table != nullptr)
            value =
                value_at(*table, find_place(table->layout(), board, symmetry), rule).value_or(WdlBounds{});
        has_met_bounds_ = has_met_bounds_ || !value.is_exact();
        return value;
    }

    const TableLookup& lookup_;
    std::mutex& mutex_;
    std::unordered_map<MaterialKey, Found> found_;
    bool has_met_bounds_ = false;
};

class Verifier {
  public:
    Verifier(const Table& table, const TableLookup& lookup, const VerifyOptions& options)
        : table_(table),
          lookup_(lookup),
          options_(options),
          indexer_(PositionIndexer::make(table.key()).value()) {}

    VerifyReport verify() {
        check_every_move();
        // What is sharper than the moves show rests on tables that are not there.
        const bool has_foundation = on_trust_ == 0;
        if (faults_ == 0 && !is_stopped_ && has_foundation) check_foundation();
        const bool follows = has_foundation && on_trust_ == 0 && (is_strict() || is_complete_);
        if (faults_ == 0 && !is_stopped_ && follows) check_rule();
        const bool has_distances = options_.distances != nullptr && (is_strict() || is_complete_);
        if (faults_ == 0 && !is_stopped_ && has_distances) check_distances();
        VerifyReport report{entries_, legal_, faults_, {}, on_trust_, is_stopped_};
        for (auto& [place, fault] : first_) report.first.push_back(std::move(fault));
        return report;
    }

  private:
    [[nodiscard]] bool is_strict() const { return options_.bounds == BoundsCheck::follow; }

    [[nodiscard]] std::size_t tile_count() const { return table_.layout().tile_count(); }

    template <class Work>
    void for_each_tile(const Work& work) {
        parallel_for(tile_count(), options_.budget.threads, [&](std::size_t begin, std::size_t end) {
            ChildReader reader(lookup_, lookup_mutex_);
            for (std::size_t tile = begin; tile < end && !is_stopped_; ++tile) {
                work(tile, reader);
                if (!options_.budget.goes_on()) is_stopped_ = true;
            }
        });
    }

    /// Calls `visit(place)` for the places of a tile and side to move that are in `rows(white_king)`.
    template <class Rows, class Visit>
    static void for_each_place(std::size_t tile, Color side_to_move, const Rows& rows, const Visit& visit) {
        for (const Square white_king : Bitboard::all()) {
            for (const Square black_king : Bitboard::from_bits(rows(white_king))) {
                visit(TilePlace{side_to_move, tile, white_king, black_king});
            }
        }
    }

    // --- The first stage ---

    void check_every_move() {
        std::atomic<std::uint64_t> tiles_done = 0;
        for_each_tile([&](std::size_t tile, ChildReader& reader) {
            std::uint64_t legal = 0;
            const auto check = [&](const TilePlace& place) {
                if (check_entry(place, reader)) ++legal;
            };
            for (const Color side : all_colors) {
                for_each_place(tile, side, [](Square) { return Bitboard::all().bits(); }, check);
            }
            if (reader.has_met_bounds()) is_complete_ = false;
            legal_ += legal;
            entries_ += 2 * square_count * square_count;
            report_progress(++tiles_done, tile_count());
        });
    }

    /// Checks one entry; whether its position is legal.
    bool check_entry(const TilePlace& place, ChildReader& reader) {
        const EntryBits bits = detail::bits_at(table_, place);
        const auto board = indexer_.board_at(place);
        const bool says_illegal = bits == detail::illegal_bits(table_.is_exact());
        if (!board) {
            if (!says_illegal)
                add_fault(place, {FaultKind::legality, board.error().message, detail::value_of(bits), {}});
            return false;
        }
        const WdlBounds expected = value_from_moves(*board, reader);
        const auto stored = detail::value_of(bits);
        if (says_illegal) {
            add_fault(place, {FaultKind::legality, to_fen(*board), {}, expected});
        } else if (!stored) {
            add_fault(place, {FaultKind::contradiction, to_fen(*board), {}, expected});
        } else if (is_strict() ? *stored != expected : contradict(*stored, expected)) {
            add_fault(place, {FaultKind::value, to_fen(*board), stored, expected});
        } else if (both_of(*stored, expected) != expected) {
            ++on_trust_;
        }
        return true;
    }

    [[nodiscard]] WdlBounds value_from_moves(const Board& board, ChildReader& reader) const {
        const MoveList moves = legal_moves(board);
        if (moves.empty()) return WdlBounds::exactly(board.is_check() ? Wdl::loss : Wdl::draw);
        WdlBounds value = WdlBounds::exactly(Wdl::loss);
        for (const Move move : moves) {
            const Board next = board.after(move);
            const WdlBounds after =
                -(stays_in_table(board, move) ? value_in_this_table(next) : reader.value_after_change(next));
            value = {std::max(value.worst, after.worst), std::max(value.best, after.best)};
        }
        return value;
    }

    [[nodiscard]] static bool stays_in_table(const Board& board, Move move) {
        return !move.is_capture() && type_of(board.piece_on(move.from())) != PieceType::pawn;
    }

    /// Empty entries were or will be reported where they stand; until then they say nothing.
    [[nodiscard]] WdlBounds value_in_this_table(const Board& board) const {
        return value_at(table_, find_place(table_.layout(), board)).value_or(WdlBounds{});
    }

    // --- The second stage ---

    void check_foundation() {
        const std::array both{Certainty::proved, Certainty::possible};
        // A possible win without foundation is a bound that could be better, which is no contradiction.
        const std::size_t copies = table_.is_exact() || !is_strict() ? 1 : 2;
        for (std::size_t copy = 0; copy < copies; ++copy) {
            for (const Color winner : all_colors) wins_total_ += count_wins(both[copy], winner);
        }
        for (std::size_t copy = 0; copy < copies; ++copy) {
            for (const Color winner : all_colors) check_foundation(both[copy], winner);
        }
    }

    /// The wins of a row, without the marks of illegal positions.
    [[nodiscard]] std::uint64_t wins_of(
        Certainty certainty, Color winner, std::size_t tile, Color side_to_move, Square white_king) const {
        const auto row = [&](Certainty which, Color color) {
            return table_.raw_wins(which, tile, side_to_move).wins[color].row(white_king);
        };
        const Bitboard illegal = row(Certainty::proved, Color::white) & row(Certainty::proved, Color::black);
        return (row(certainty, winner) - illegal).bits();
    }

    [[nodiscard]] std::uint64_t count_wins(Certainty certainty, Color winner) const {
        std::uint64_t count = 0;
        for (std::size_t tile = 0; tile < tile_count(); ++tile) {
            for (const Color side : all_colors) {
                for (const Square white_king : Bitboard::all()) {
                    count += Bitboard::from_bits(wins_of(certainty, winner, tile, side, white_king)).count();
                }
            }
        }
        return count;
    }

    /// Founds the wins of one side, round by round. A round may use what other threads found in the same
    /// round; that changes how many rounds there are, but not where they end.
    void check_foundation(Certainty certainty, Color winner) {
        PlaceSet founded(tile_count());
        const auto open_rows = [&](std::size_t tile, Color side) {
            return [&founded, this, certainty, winner, tile, side](Square white_king) {
                return wins_of(certainty, winner, tile, side, white_king) &
                       ~founded.row(tile, side, white_king);
            };
        };
        for (std::atomic<bool> has_changed = true; has_changed && !is_stopped_;) {
            has_changed = false;
            for_each_tile([&](std::size_t tile, ChildReader& reader) {
                std::uint64_t found = 0;
                for (const Color side : all_colors) {
                    for_each_place(tile, side, open_rows(tile, side), [&](const TilePlace& place) {
                        if (!is_founded(place, certainty, winner, founded, reader)) return;
                        founded.add(place);
                        ++found;
                    });
                }
                if (found == 0) return;
                has_changed = true;
                report_progress(wins_founded_ += found, wins_total_);
            });
        }
        if (is_stopped_) return;
        for (std::size_t tile = 0; tile < tile_count(); ++tile) {
            for (const Color side : all_colors) {
                for_each_place(tile, side, open_rows(tile, side), [&](const TilePlace& place) {
                    if (!is_strict() && !is_complete_) {
                        ++on_trust_;  // its foundation may be a table that is not there
                        return;
                    }
                    const auto value = value_at(table_, place);
                    add_fault(place,
                              {FaultKind::foundation, to_fen(*indexer_.board_at(place)), value, value});
                });
            }
        }
    }

    [[nodiscard]] bool is_founded(const TilePlace& place,
                                  WinKind kind,
                                  Color winner,
                                  const PlaceSet& founded,
                                  ChildReader& reader) const {
        const Board board = indexer_.board_at(place).value();
        const bool winner_moves = place.side_to_move == winner;
        const MoveList moves = legal_moves(board);
        if (moves.empty()) return !winner_moves && board.is_check();
        const auto leads_to_win = [&](Move move) {
            const Board next = board.after(move);
            if (stays_in_table(board, move)) return founded.has(find_place(table_.layout(), next));
            const EntryBits after = detail::bits_of(reader.value_after_change(next, kind.rule));
            return winner_moves ? after.loses[kind.certainty] : after.wins[kind.certainty];
        };
        return winner_moves ? std::ranges::any_of(moves, leads_to_win)
                            : std::ranges::all_of(moves, leads_to_win);
    }

    // --- The third stage ---

    void check_rule() {
        wins_total_ = wins_founded_ = 0;
        for (const Certainty certainty : all_certainties) {
            for (const Color winner : all_colors) wins_total_ += count_wins(certainty, winner);
        }
        for (const Certainty certainty : all_certainties) {
            if (certainty == Certainty::possible && table_.is_exact() && table_.is_exact(Rule::fifty_moves))
                break;
            for (const Color winner : all_colors) check_rule(certainty, winner);
        }
    }

    /// Founds the wins of one side under the rule, ply by ply, and compares.
    void check_rule(Certainty certainty, Color winner) {
        PlaceSet founded(tile_count());
        std::atomic<bool> has_changed = true;
        for (unsigned ply = 0; ply <= fifty_move_plies && has_changed && !is_stopped_; ++ply) {
            has_changed = ply == 0;  // there may be no mate
            PlaceSet fresh(tile_count());
            for_each_tile([&](std::size_t tile, ChildReader& reader) {
                std::uint64_t found = 0;
                for (const Color side : all_colors) {
                    const auto open = [&](Square white_king) {
                        return wins_of(certainty, winner, tile, side, white_king) &
                               ~founded.row(tile, side, white_king);
                    };
                    for_each_place(tile, side, open, [&](const TilePlace& place) {
                        const bool is_found = ply == 0 ? is_mate(place)
                                                       : is_founded(place, {certainty, Rule::fifty_moves},
                                                                    winner, founded, reader);
                        if (!is_found) return;
                        fresh.add(place);
                        ++found;
                    });
                }
                if (found == 0) return;
                has_changed = true;
                report_progress(wins_founded_ += found, wins_total_);
            });
            founded.add_all(fresh);
        }
        if (is_stopped_) return;
        for_each_tile([&](std::size_t tile, ChildReader&) {
            for (const Color side : all_colors) {
                const auto wins = [&](Square white_king) {
                    return wins_of(certainty, winner, tile, side, white_king);
                };
                for_each_place(tile, side, wins, [&](const TilePlace& place) {
                    check_rule_at(place, certainty, winner, founded.has(place));
                });
            }
        });
    }

    [[nodiscard]] bool is_mate(const TilePlace& place) const {
        const Board board = indexer_.board_at(place).value();
        return board.is_check() && !has_legal_move(board);
    }

    /// A win that is proved must be founded, and what is founded must be possible. If the values are to
    /// follow from the tables, both must be the same.
    void check_rule_at(const TilePlace& place, Certainty certainty, Color winner, bool is_founded) {
        const EntryBits bits = detail::bits_at(table_, place, Rule::fifty_moves);
        const bool says_win = (winner == place.side_to_move ? bits.wins : bits.loses)[certainty];
        const bool is_fault = is_strict()                      ? says_win != is_founded
                              : certainty == Certainty::proved ? says_win && !is_founded
                                                               : is_founded && !says_win;
        if (!is_fault) return;
        const WdlBounds won = WdlBounds::exactly(winner == place.side_to_move ? Wdl::win : Wdl::loss);
        const WdlBounds draw = WdlBounds::exactly(Wdl::draw);
        add_fault(place, {FaultKind::rule, to_fen(*indexer_.board_at(place)), says_win ? won : draw,
                          says_win ? draw : won});
    }

    // --- The fourth stage ---

    void check_distances() {
        std::atomic<std::uint64_t> tiles_done = 0;
        for_each_tile([&](std::size_t tile, ChildReader& reader) {
            for (const Color side : all_colors) {
                for_each_place(
                    tile, side, [](Square) { return Bitboard::all().bits(); },
                    [&](const TilePlace& place) { check_distance(place, reader); });
            }
            report_progress(++tiles_done, tile_count());
        });
    }

    void check_distance(const TilePlace& place, ChildReader& reader) {
        const std::size_t kings = index_of(place.white_king) * square_count + index_of(place.black_king);
        const unsigned stored = options_.distances->tile(place.tile, place.side_to_move)[kings];
        const auto board = indexer_.board_at(place);
        const unsigned expected = board ? distance_from_moves(*board, reader) : 0;
        if (stored == expected) return;
        add_fault(
            place,
            {FaultKind::distance, board ? to_fen(*board) : board.error().message, {}, {}, stored, expected});
    }

    [[nodiscard]] unsigned distance_from_moves(const Board& board, ChildReader& reader) const {
        const Wdl value = value_in_this_table(board).worst;
        if (value == Wdl::draw) return 0;
        // A win under the rule is kept so; where the rule makes it a draw, moves out of the table have 101.
        const auto under_rule = value_at(table_, find_place(table_.layout(), board), Rule::fifty_moves);
        const bool is_cursed = under_rule == WdlBounds::exactly(Wdl::draw) && has_legal_move(board);
        const unsigned leaving = is_cursed ? fifty_move_plies + 1 : 1;
        const Rule rule = under_rule == WdlBounds::exactly(value) ? Rule::fifty_moves : Rule::none;
        unsigned shortest = std::numeric_limits<unsigned>::max();
        unsigned longest = leaving;  // mated, or every move leaves the table
        for (const Move move : legal_moves(board)) {
            const Board next = board.after(move);
            const bool stays = stays_in_table(board, move);
            const WdlBounds after = stays ? value_in_this_table(next) : reader.value_after_change(next, rule);
            if (after.worst != -value) continue;  // spoils the win
            const unsigned distance = !stays                 ? leaving
                                      : has_legal_move(next) ? options_.distances->distance_of(next) + 1
                                                             : 1;
            shortest = std::min(shortest, distance);
            longest = std::max(longest, distance);
        }
        return value == Wdl::win ? shortest : longest;
    }

    // --- Reports ---

    /// Keeps the first faults in the order of the table, whichever thread finds them when.
    void add_fault(const TilePlace& place, TableFault fault) {
        const std::lock_guard lock(report_mutex_);
        ++faults_;
        const auto order = [](const TilePlace& at) {
            return std::tuple(at.tile, at.side_to_move, at.white_king, at.black_king);
        };
        const auto after = std::ranges::upper_bound(first_, order(place), {},
                                                    [&](const auto& known) { return order(known.first); });
        if (static_cast<std::size_t>(after - first_.begin()) >= options_.most_faults) return;
        first_.emplace(after, place, std::move(fault));
        if (first_.size() > options_.most_faults) first_.pop_back();
    }

    void report_progress(std::uint64_t done, std::uint64_t total) {
        const std::lock_guard lock(report_mutex_);
        options_.budget.report({done, total, 0});
    }

    const Table& table_;
    const TableLookup& lookup_;
    const VerifyOptions& options_;
    PositionIndexer indexer_;
    std::mutex lookup_mutex_;
    std::mutex report_mutex_;
    std::atomic<bool> is_stopped_ = false;
    std::atomic<std::uint64_t> entries_ = 0;
    std::atomic<std::uint64_t> legal_ = 0;
    std::atomic<std::uint64_t> on_trust_ = 0;
    std::atomic<bool> is_complete_ = true;  ///< all children that were asked are there and exact
    std::uint64_t faults_ = 0;              // this and the next under report_mutex_
    std::vector<std::pair<TilePlace, TableFault>> first_;
    std::uint64_t wins_total_ = 0;
    std::atomic<std::uint64_t> wins_founded_ = 0;
};

}  // namespace

VerifyReport verify(const Table& table, const TableLookup& lookup, const VerifyOptions& options) {
    return Verifier(table, lookup, options).verify();
}

}  // namespace philidor
