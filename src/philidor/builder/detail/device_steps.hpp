/// @file
/// The steps of solving tables on a device, each for one tile and one team of threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "philidor/builder/detail/device_code.hpp"
#include "philidor/builder/detail/device_rules.hpp"
#include "philidor/builder/detail/device_table.hpp"

namespace philidor::detail {

/// What can be done with every tile of a batch.
enum class DeviceStep : std::uint8_t {
    find_legal,    ///< first: which positions are legal
    find_escapes,  ///< then: which of the defender's can still be lost
    find_wins,     ///< then: which of the attacker's are won by leaving the table
    lose,          ///< a round: the defender loses where no quiet move escapes
    win,           ///< a round: the attacker wins where a quiet move leads to a lost position
    count,         ///< counts what was found, and a checksum of it
    assemble,      ///< makes the tiles of a `Table` from the answers about both sides
    split,         ///< makes an answer from the tiles of a `Table`
    merge,         ///< adds the distances of Black's wins to those of White's
};

/// What was found in one answer, weighted by the number of placements that share a tile.
struct DeviceCounts {
    Word attacker_legal;  ///< positions with the attacker to move
    Word attacker_won;    ///< of these: won
    Word defender_legal;  ///< positions with the defender to move
    Word defender_lost;   ///< of these: lost
    Word checksum;        ///< of all words of the answer and their places
};

/// How distances are counted.
struct DeviceDistances {
    /// By side, for each position: a number. Null if no distances are wanted.
    std::uint16_t* plies[2];  // NOLINT(modernize-avoid-c-arrays)
    Word* wins;               ///< attacker to move: a move that leaves the table wins
    Word* found;              ///< defender to move: lost in this round; at first, mated
    std::uint16_t round;
    /// For `merge`: the distances of the key with the sides swapped, which is table 1.
    const std::uint16_t* other_plies[2];  // NOLINT(modernize-avoid-c-arrays)
};

/// The tables that a step works on, and the sets of positions that it reads and writes: 64 words a tile.
/// Everything lies in the memory of the device.
struct DeviceBatch {
    const DeviceTable* tables;
    std::uint32_t table_count;
    std::uint64_t tile_count;  ///< of all tables
    const DeviceConversion* conversions;
    const DeviceChild* children;

    Word* not_won;  ///< attacker to move: legal, and not won so far
    Word* lost;     ///< defender to move: lost so far
    Word* open;     ///< defender to move: without an escape from the table, and not lost so far

    /// For each tile, whether there is anything left to be won or lost.
    std::uint8_t* has_not_won;
    std::uint8_t* has_open;

    /// The lost positions that `win` looks at, and the tiles in which they are new; in which tiles positions
    /// were won by the last `win`; and in which of them the next `lose` finds something.
    const Word* lost_source;
    const std::uint8_t* lost_before;
    std::uint8_t* won_now;
    std::uint8_t* lost_now;
    std::uint32_t* changes;  ///< set to 1 if the step has found anything
    std::uint32_t round;     ///< the number of the round
    std::uint32_t* rounds;   ///< by table: the last round in which anything was won

    DeviceDistances distances;
    DeviceCounts* counts;  ///< by table

    /// For `assemble` and `split`: the tiles of a `Table`, whose layout is that of table 0, and the answers
    /// about White, whose layout is the same, and about Black, whose layout is that of table 1.
    Word* raw;
    Word* white_not_won;
    Word* white_lost;
    Word* black_not_won;
    Word* black_lost;
    bool splits_black;  ///< `split` makes the answer about Black
};

/// What a team shares while it works on a tile.
struct TileScratch {
    LineEntry lines[most_device_pieces][64];  // NOLINT(modernize-avoid-c-arrays): by piece and square
    Word rows[64];                            // NOLINT(modernize-avoid-c-arrays)
};

/// Reads two rows of a tile.
PHILIDOR_HOST_DEVICE inline RowPair rows_at(const Word* tiles, std::uint64_t tile, unsigned lane) {
    return reinterpret_cast<const RowPair*>(tiles + tile * 64)[lane];
}

/// Writes two rows of a tile.
PHILIDOR_HOST_DEVICE inline void set_rows(Word* tiles,
                                          std::uint64_t tile,
                                          unsigned lane,
                                          const RowPair& rows) {
    reinterpret_cast<RowPair*>(tiles + tile * 64)[lane] = rows;
}

/// Reads two rows of a tile as a placement sees it that a turn leads to the tile's.
PHILIDOR_HOST_DEVICE inline RowPair rows_seen(const Word* tiles, LineEntry entry, unsigned lane) {
    const Turn turn = turn_of(entry);
    if (turn == 0) return rows_at(tiles, tile_of(entry), lane);
    const Word* const tile = tiles + std::uint64_t{tile_of(entry)} * 64;
    const Turn back = inverse_of(turn);
    return {turned_set(back, tile[turned_square(turn, 2 * lane)]),
            turned_set(back, tile[turned_square(turn, 2 * lane + 1)])};
}

/// Mixes the bits of a word.
PHILIDOR_HOST_DEVICE constexpr Word mixed(Word word) {
    word = (word ^ word >> 30U) * 0xBF58476D1CE4E5B9;
    word = (word ^ word >> 27U) * 0x94D049BB133111EB;
    return word ^ word >> 31U;
}

/// The share of two words of an answer, in one row, in its checksum.
PHILIDOR_HOST_DEVICE constexpr Word checksum_of(std::uint64_t row, Word not_won, Word lost) {
    return mixed(not_won ^ mixed(2 * row + 1)) + mixed(lost ^ mixed(2 * row + 2));
}

/// The work of one team on one tile of a batch.
template <class Team>
class TileWork {
  public:
    template <class T>
    using Lanes = typename Team::template Lanes<T>;

    PHILIDOR_HOST_DEVICE
    TileWork(const Team& team, const DeviceBatch& batch, std::uint64_t tile, TileScratch& scratch)
        : team_(team),
          batch_(batch),
          table_(batch.tables[table_number(batch, tile)]),
          tile_(tile),
          own_(static_cast<std::uint32_t>(tile - table_.first_tile)),
          scratch_(scratch) {}

    PHILIDOR_HOST_DEVICE void do_step(DeviceStep step) {
        switch (step) {
            case DeviceStep::find_legal: return find_legal();
            case DeviceStep::find_escapes: return find_escapes();
            case DeviceStep::find_wins: return find_wins();
            case DeviceStep::lose: return lose();
            case DeviceStep::win: return win();
            case DeviceStep::count: return count();
            case DeviceStep::assemble: return assemble();
            case DeviceStep::split: return split();
            case DeviceStep::merge: return merge();
        }
    }

    PHILIDOR_HOST_DEVICE void find_legal() {
        place();
        const DevicePosition position = this->position();
        team_.each([&](unsigned lane) {
            RowPair attacker;
            RowPair defender;
            if (!placement_.overlaps) {
                attacker = {position.legal_for_attacker(2 * lane), position.legal_for_attacker(2 * lane + 1)};
                defender = {position.legal_for_defender(2 * lane), position.legal_for_defender(2 * lane + 1)};
            }
            set_rows(batch_.not_won, tile_, lane, attacker);
            set_rows(batch_.open, tile_, lane, defender);
            set_rows(batch_.lost, tile_, lane, {});
        });
    }

    /// What is not won is still all that is legal.
    PHILIDOR_HOST_DEVICE void find_escapes() {
        place();
        Lanes<RowPair> stuck;
        Lanes<RowPair> open;
        if (placement_.overlaps) {
            return team_.each([&](unsigned lane) {
                if (batch_.distances.found != nullptr) set_rows(batch_.distances.found, tile_, lane, {});
                if (lane == 0) set_flag(batch_.has_open, false);
            });
        }
        const DevicePosition position = this->position();
        const bool is_stuck = team_.any([&](unsigned lane) {
            const DeviceRow first = leave(position, defender_side, 2 * lane);
            const DeviceRow second = leave(position, defender_side, 2 * lane + 1);
            const RowPair legal = rows_at(batch_.open, tile_, lane);
            open[lane] = legal - RowPair{first.good, second.good};
            stuck[lane] = legal - RowPair{first.any, second.any} - steps_of_defender(lane);
            return stuck[lane].any();
        });
        if (is_stuck) {
            find_lines(defender_side, nullptr);
            Lanes<RowPair> movable;
            team_.each([&](unsigned lane) {
                movable[lane] = {};
                add_piece_moves<false>(defender_side, table_tiles(batch_.not_won), lane, movable[lane]);
                stuck[lane] = stuck[lane] - movable[lane];
            });
        }
        team_.each([&](unsigned lane) {
            RowPair mates;
            if (stuck[lane].any()) {
                const RowPair checks{position.checks_to_defender(2 * lane),
                                     position.checks_to_defender(2 * lane + 1)};
                open[lane] = open[lane] - (stuck[lane] - checks);  // stalemates
                mates = stuck[lane] & checks;
            }
            if (batch_.distances.found != nullptr) {
                open[lane] = open[lane] - mates;
                set_rows(batch_.distances.found, tile_, lane, mates);
                record(defender_side, lane, mates, 1);
            }
            set_rows(batch_.open, tile_, lane, open[lane]);
        });
        const bool any_open = team_.any([&](unsigned lane) { return open[lane].any(); });
        team_.each([&](unsigned lane) {
            if (lane == 0) set_flag(batch_.has_open, any_open);
        });
    }

    PHILIDOR_HOST_DEVICE void find_wins() {
        place();
        Lanes<RowPair> not_won;
        team_.each([&](unsigned lane) { not_won[lane] = {}; });
        if (!placement_.overlaps) {
            const DevicePosition position = this->position();
            team_.each([&](unsigned lane) {
                const RowPair wins{leave(position, attacker_side, 2 * lane).good,
                                   leave(position, attacker_side, 2 * lane + 1).good};
                not_won[lane] = rows_at(batch_.not_won, tile_, lane);
                if (batch_.distances.wins != nullptr) {
                    set_rows(batch_.distances.wins, tile_, lane, wins);
                } else {
                    not_won[lane] = not_won[lane] - wins;
                    set_rows(batch_.not_won, tile_, lane, not_won[lane]);
                }
            });
        }
        const bool any = team_.any([&](unsigned lane) { return not_won[lane].any(); });
        team_.each([&](unsigned lane) {
            if (lane == 0) set_flag(batch_.has_not_won, any);
        });
    }

    /// The defender loses where no quiet move escapes to what is not won.
    PHILIDOR_HOST_DEVICE void lose() {
        bool found_any = false;
        bool stays_open = batch_.has_open[tile_] != 0;
        if (stays_open && is_near_change(defender_side, batch_.won_now)) {
            Lanes<RowPair> open;
            Lanes<RowPair> escapes;
            bool may_lose = team_.any([&](unsigned lane) {
                open[lane] = rows_at(batch_.open, tile_, lane);
                escapes[lane] = steps_of_defender(lane);
                return (open[lane] - escapes[lane]).any();
            });
            for (unsigned piece = 0; piece < table_.layout.piece_count && may_lose; ++piece) {
                if (side_of(piece) != defender_side) continue;
                may_lose = team_.any([&](unsigned lane) {
                    add_moves_of<false>(piece, table_tiles(batch_.not_won), lane, escapes[lane]);
                    return (open[lane] - escapes[lane]).any();
                });
            }
            found_any = may_lose;
            if (may_lose) {
                stays_open = team_.any([&](unsigned lane) {
                    const RowPair found = open[lane] - escapes[lane];
                    open[lane] = open[lane] - found;
                    set_rows(batch_.open, tile_, lane, open[lane]);
                    RowPair lost = rows_at(batch_.lost, tile_, lane);
                    lost |= found;
                    set_rows(batch_.lost, tile_, lane, lost);
                    if (batch_.distances.found != nullptr) {
                        set_rows(batch_.distances.found, tile_, lane, found);
                        record(defender_side, lane, found, batch_.distances.round);
                    }
                    return open[lane].any();
                });
            }
        }
        finish_round(found_any, stays_open, batch_.lost_now, batch_.has_open);
    }

    /// The attacker wins where a quiet move leads to a position that was lost in a tile with news.
    PHILIDOR_HOST_DEVICE void win() {
        bool found_any = false;
        bool stays_open = batch_.has_not_won[tile_] != 0;
        const bool is_first = batch_.distances.wins != nullptr && batch_.distances.round == 1;
        if (stays_open && (is_near_change(attacker_side, batch_.lost_before) || is_first)) {
            Lanes<RowPair> reached;
            add_steps_of_attacker(reached);
            team_.each([&](unsigned lane) {
                add_piece_moves<true>(attacker_side, table_tiles(batch_.lost_source), lane, reached[lane]);
                if (is_first) reached[lane] |= rows_at(batch_.distances.wins, tile_, lane);
            });
            Lanes<RowPair> not_won;
            found_any = team_.any([&](unsigned lane) {
                not_won[lane] = rows_at(batch_.not_won, tile_, lane);
                reached[lane] = reached[lane] & not_won[lane];
                return reached[lane].any();
            });
            if (found_any) {
                stays_open = team_.any([&](unsigned lane) {
                    not_won[lane] = not_won[lane] - reached[lane];
                    set_rows(batch_.not_won, tile_, lane, not_won[lane]);
                    if (batch_.distances.wins != nullptr)
                        record(attacker_side, lane, reached[lane], batch_.distances.round);
                    return not_won[lane].any();
                });
            }
        }
        finish_round(found_any, stays_open, batch_.won_now, batch_.has_not_won);
        if (!found_any) return;
        team_.each([&](unsigned lane) {
            if (lane == 0) team_.raise(batch_.rounds[&table_ - batch_.tables], batch_.round);
        });
    }

    PHILIDOR_HOST_DEVICE void count() {
        place();
        if (placement_.overlaps) return;
        const DevicePosition position = this->position();
        const std::uint8_t anchor = table_.layout.anchor;
        const unsigned weight = anchor == no_anchor ? 1U : table_.layout.weights[placement_.square(anchor)];
        DeviceCounts& counts = batch_.counts[&table_ - batch_.tables];
        const auto add = [&](Word& sum, const auto& words_of) {
            team_.add(sum, [&](unsigned lane) {
                const RowPair words = words_of(lane);
                return Word{weight} * (count_of(words.first) + count_of(words.second));
            });
        };
        Lanes<RowPair> legal;
        team_.each([&](unsigned lane) {
            legal[lane] = {position.legal_for_attacker(2 * lane), position.legal_for_attacker(2 * lane + 1)};
        });
        add(counts.attacker_legal, [&](unsigned lane) { return legal[lane]; });
        add(counts.attacker_won,
            [&](unsigned lane) { return legal[lane] - rows_at(batch_.not_won, tile_, lane); });
        add(counts.defender_legal, [&](unsigned lane) {
            return RowPair{position.legal_for_defender(2 * lane), position.legal_for_defender(2 * lane + 1)};
        });
        add(counts.defender_lost, [&](unsigned lane) { return rows_at(batch_.lost, tile_, lane); });
        team_.add(counts.checksum, [&](unsigned lane) {
            const RowPair not_won = rows_at(batch_.not_won, tile_, lane);
            const RowPair lost = rows_at(batch_.lost, tile_, lane);
            const std::uint64_t row = std::uint64_t{own_} * 64 + 2 * std::uint64_t{lane};
            return checksum_of(row, not_won.first, lost.first) +
                   checksum_of(row + 1, not_won.second, lost.second);
        });
    }

    /// See `Table::raw_wins`: an illegal position is marked as won by both sides.
    PHILIDOR_HOST_DEVICE void assemble() {
        place();
        Lanes<RowPair> black_not_won;
        Lanes<RowPair> black_lost;
        const bool overlaps = placement_.overlaps;
        if (!overlaps) {
            const LineEntry entry = entry_with_sides_swapped(batch_.tables[1].layout);
            swap_kings([&](unsigned lane) { return rows_seen(batch_.black_not_won, entry, lane); },
                       black_not_won);
            swap_kings([&](unsigned lane) { return rows_seen(batch_.black_lost, entry, lane); }, black_lost);
        }
        const DevicePosition position = this->position();
        constexpr RowPair all{~Word{0}, ~Word{0}};
        team_.each([&](unsigned lane) {
            RowPair legal_white;
            RowPair legal_black;
            RowPair lost;
            RowPair not_won;
            if (overlaps) {
                black_not_won[lane] = {};
                black_lost[lane] = {};
            } else {
                legal_white = {position.legal_for_attacker(2 * lane),
                               position.legal_for_attacker(2 * lane + 1)};
                legal_black = {position.legal_for_defender(2 * lane),
                               position.legal_for_defender(2 * lane + 1)};
                not_won = rows_at(batch_.white_not_won, tile_, lane);
                lost = rows_at(batch_.white_lost, tile_, lane);
            }
            const auto with = [](RowPair a, const RowPair& b) {
                a |= b;
                return a;
            };
            set_rows(batch_.raw, raw_tile(0, 0), lane, all - not_won);
            set_rows(batch_.raw, raw_tile(0, 1), lane, with(all - legal_white, black_lost[lane]));
            set_rows(batch_.raw, raw_tile(1, 0), lane, with(all - legal_black, lost));
            set_rows(batch_.raw, raw_tile(1, 1), lane, all - black_not_won[lane]);
        });
    }

    PHILIDOR_HOST_DEVICE void split() {
        if (!batch_.splits_black) {
            return team_.each([&](unsigned lane) {
                constexpr RowPair all{~Word{0}, ~Word{0}};
                const RowPair marked = rows_at(batch_.raw, raw_tile(1, 0), lane);
                set_rows(batch_.white_not_won, tile_, lane, all - rows_at(batch_.raw, raw_tile(0, 0), lane));
                set_rows(batch_.white_lost, tile_, lane, marked - rows_at(batch_.raw, raw_tile(1, 1), lane));
            });
        }
        // The tile is one of the answer about Black, whose layout is that of table 0 here; that of the
        // `Table` is the layout of table 1.
        place();
        Lanes<RowPair> not_won;
        Lanes<RowPair> lost;
        team_.each([&](unsigned lane) {
            not_won[lane] = {};
            lost[lane] = {};
        });
        if (!placement_.overlaps) {
            const LineEntry entry = entry_with_sides_swapped(batch_.tables[1].layout);
            const auto seen = [&](unsigned side, unsigned winner, unsigned lane) {
                const LineEntry place = (entry & (7U << entry_turn_shift));
                return rows_seen(batch_.raw + ((std::uint64_t{tile_of(entry)} * 2 + side) * 2 + winner) * 64,
                                 place, lane);
            };
            constexpr RowPair all{~Word{0}, ~Word{0}};
            swap_kings([&](unsigned lane) { return all - seen(1, 1, lane); }, not_won);
            swap_kings([&](unsigned lane) { return seen(0, 1, lane) - seen(0, 0, lane); }, lost);
        }
        team_.each([&](unsigned lane) {
            set_rows(batch_.black_not_won, tile_, lane, not_won[lane]);
            set_rows(batch_.black_lost, tile_, lane, lost[lane]);
        });
    }

    PHILIDOR_HOST_DEVICE void merge() {
        place();
        if (placement_.overlaps) return;
        const LineEntry entry = entry_with_sides_swapped(batch_.tables[1].layout);
        const Turn turn = turn_of(entry);
        for (unsigned side = 0; side < 2; ++side) {
            std::uint16_t* const target = batch_.distances.plies[side] + tile_ * 4096;
            const std::uint16_t* const source =
                batch_.distances.other_plies[1 - side] + std::uint64_t{tile_of(entry)} * 4096;
            team_.each([&](unsigned lane) {
                for (unsigned kings = lane; kings < 4096; kings += team_size) {
                    const unsigned row = turned_square(turn, (kings & 63U) ^ 56U);
                    const std::uint16_t plies = source[row * 64 + turned_square(turn, kings >> 6U ^ 56U)];
                    if (plies != 0) target[kings] = plies;
                }
            });
        }
    }

  private:
    /// The number of the table that has a tile of the batch.
    [[nodiscard]] PHILIDOR_HOST_DEVICE static std::uint32_t table_number(const DeviceBatch& batch,
                                                                         std::uint64_t tile) {
        std::uint32_t first = 0;
        std::uint32_t end = batch.table_count;
        while (end - first > 1) {
            const std::uint32_t middle = first + (end - first) / 2;
            if (batch.tables[middle].first_tile <= tile) {
                first = middle;
            } else {
                end = middle;
            }
        }
        return first;
    }

    PHILIDOR_HOST_DEVICE void place() {
        placement_ = placement_of(table_.layout, table_.pawns[0] | table_.pawns[1], own_);
    }

    [[nodiscard]] PHILIDOR_HOST_DEVICE DevicePosition position() const {
        return {men_of(table_.layout, placement_), table_.pawns};
    }

    [[nodiscard]] PHILIDOR_HOST_DEVICE unsigned side_of(unsigned piece) const {
        return table_.layout.groups[table_.layout.group_of[piece]].side;
    }

    [[nodiscard]] PHILIDOR_HOST_DEVICE unsigned kind_of(unsigned piece) const {
        return table_.layout.groups[table_.layout.group_of[piece]].kind;
    }

    /// The tiles of this table alone.
    [[nodiscard]] PHILIDOR_HOST_DEVICE const Word* table_tiles(const Word* tiles) const {
        return tiles + table_.first_tile * 64;
    }

    [[nodiscard]] PHILIDOR_HOST_DEVICE std::uint64_t raw_tile(unsigned side, unsigned winner) const {
        return (tile_ * 2 + side) * 2 + winner;
    }

    PHILIDOR_HOST_DEVICE void set_flag(std::uint8_t* flags, bool value) const {
        flags[tile_] = value ? 1 : 0;
    }

    /// What leaving the table is worth for a side.
    [[nodiscard]] PHILIDOR_HOST_DEVICE DeviceRow leave(const DevicePosition& position,
                                                       unsigned side,
                                                       unsigned row) const {
        DeviceCollector collector(batch_.children, position, row);
        for (std::uint32_t i = 0; i < table_.conversion_count; ++i) {
            const DeviceConversion& conversion = batch_.conversions[table_.first_conversion + i];
            if (conversion.mover == side) collector.collect(conversion);
        }
        return collector.found();
    }

    /// Finds the tiles that the pieces of a side can move to, and whether one of them is marked.
    PHILIDOR_HOST_DEVICE bool find_lines(unsigned side, const std::uint8_t* marks) {
        bool any = false;
        for (unsigned piece = 0; piece < table_.layout.piece_count; ++piece) {
            if (side_of(piece) != side) continue;
            const unsigned from = placement_.square(piece);
            const Word reach =
                device_attacks(kind_of(piece), from, placement_.occupied) & ~placement_.occupied;
            const bool is_marked = team_.any([&](unsigned lane) {
                bool found = false;
                for (unsigned to = lane; to < 64; to += team_size) {
                    if (!has(reach, to)) continue;
                    LineEntry entry = entry_of_move(table_.layout, own_, placement_, piece, to);
                    if (marks != nullptr && marks[table_.first_tile + tile_of(entry)] != 0) {
                        entry |= entry_mark;
                        found = true;
                    }
                    scratch_.lines[piece][to] = entry;
                }
                return found;
            });
            any = any || is_marked;
        }
        return any;
    }

    /// Whether this tile, or one that the side can move to, is marked.
    PHILIDOR_HOST_DEVICE bool is_near_change(unsigned side, const std::uint8_t* marks) {
        place();
        own_is_marked_ = marks[tile_] != 0;
        const bool is_near = find_lines(side, marks);
        return is_near || own_is_marked_;
    }

    /// The defender's king moves into what is not won.
    [[nodiscard]] PHILIDOR_HOST_DEVICE RowPair steps_of_defender(unsigned lane) const {
        const RowPair rows = rows_at(batch_.not_won, tile_, lane);
        return {king_steps(rows.first), king_steps(rows.second)};
    }

    /// The attacker's king moves into what is lost, if there is news in this tile.
    PHILIDOR_HOST_DEVICE void add_steps_of_attacker(Lanes<RowPair>& reached) {
        team_.each([&](unsigned lane) {
            reached[lane] = {};
            if (!own_is_marked_) return;
            const RowPair rows = rows_at(batch_.lost_source, tile_, lane);
            scratch_.rows[2 * std::size_t{lane}] = rows.first;
            scratch_.rows[2 * std::size_t{lane} + 1] = rows.second;
        });
        if (!own_is_marked_) return;
        team_.each([&](unsigned lane) {
            reached[lane].first = rows_around(2 * lane);
            reached[lane].second = rows_around(2 * lane + 1);
        });
    }

    /// The rows next to a row on the board, together.
    [[nodiscard]] PHILIDOR_HOST_DEVICE Word rows_around(unsigned row) const {
        const unsigned file = row & 7U;
        Word sum = 0;
        for (int up = -1; up <= 1; ++up) {
            const int rank = static_cast<int>(row >> 3U) + up;
            if (rank < 0 || rank > 7) continue;
            const unsigned middle = static_cast<unsigned>(rank) * 8 + file;
            if (up != 0) sum |= scratch_.rows[middle];
            if (file > 0) sum |= scratch_.rows[middle - 1];
            if (file < 7) sum |= scratch_.rows[middle + 1];
        }
        return sum;
    }

    template <bool OnlyMarked>
    PHILIDOR_HOST_DEVICE void add_piece_moves(unsigned side,
                                              const Word* tiles,
                                              unsigned lane,
                                              RowPair& sum) const {
        for (unsigned piece = 0; piece < table_.layout.piece_count; ++piece) {
            if (side_of(piece) == side) add_moves_of<OnlyMarked>(piece, tiles, lane, sum);
        }
    }

    /// Adds the positions from which a quiet move of a piece leads into `tiles`. A king on the way hides what
    /// lies behind it.
    template <bool OnlyMarked>
    PHILIDOR_HOST_DEVICE void add_moves_of(unsigned piece,
                                           const Word* tiles,
                                           unsigned lane,
                                           RowPair& sum) const {
        const LineEntry* const line = scratch_.lines[piece];
        const unsigned from = placement_.square(piece);
        const unsigned kind = kind_of(piece);
        if (kind == kind_knight) {
            for (Word left = knight_jumps(from) & ~placement_.occupied; left != 0; left &= left - 1) {
                const LineEntry entry = line[first_of(left)];
                if (!OnlyMarked || (entry & entry_mark) != 0) sum |= rows_seen(tiles, entry, lane);
            }
            return;
        }
        for (unsigned number = first_ray(kind); number <= last_ray(kind); ++number) {
            const DeviceRay ray(from, number);
            RowPair visible{~Word{0}, ~Word{0}};
            unsigned square = from;
            for (unsigned i = 0; i < ray.steps; ++i) {
                square = static_cast<unsigned>(static_cast<int>(square) + ray.step);
                if (has(placement_.occupied, square)) break;
                const LineEntry entry = line[square];
                if (!OnlyMarked || (entry & entry_mark) != 0) sum |= rows_seen(tiles, entry, lane) & visible;
                visible.first = square == 2 * lane ? 0 : visible.first & ~bit_of(square);
                visible.second = square == 2 * lane + 1 ? 0 : visible.second & ~bit_of(square);
            }
        }
    }

    /// Tells what a round has found in this tile.
    PHILIDOR_HOST_DEVICE void finish_round(bool found_any,
                                           bool stays_open,
                                           std::uint8_t* news,
                                           std::uint8_t* has_open) const {
        team_.each([&](unsigned lane) {
            if (lane != 0) return;
            set_flag(news, found_any);
            if (!found_any) return;
            if (!stays_open) set_flag(has_open, false);
            team_.raise(*batch_.changes, 1);
        });
    }

    /// Writes a distance to the positions of two rows.
    PHILIDOR_HOST_DEVICE void record(unsigned side,
                                     unsigned lane,
                                     const RowPair& rows,
                                     std::uint16_t plies) const {
        std::uint16_t* const target =
            batch_.distances.plies[side] + (tile_ * 64 + 2 * std::uint64_t{lane}) * 64;
        for (Word left = rows.first; left != 0; left &= left - 1) target[first_of(left)] = plies;
        for (Word left = rows.second; left != 0; left &= left - 1) target[64 + first_of(left)] = plies;
    }

    /// Where the image of this tile's placement with the sides swapped is, in the layout of the image's key.
    [[nodiscard]] PHILIDOR_HOST_DEVICE LineEntry entry_with_sides_swapped(const DeviceLayout& layout) const {
        DeviceMen men = men_of(table_.layout, placement_);
        for (unsigned i = 0; i < men.count; ++i) {
            men.side[i] = static_cast<std::uint8_t>(1U - men.side[i]);
            men.square[i] = static_cast<std::uint8_t>(men.square[i] ^ 56U);
            men.kind[i] = static_cast<std::uint8_t>(kind_on(men.kind[i], men.square[i]));
        }
        return locate(layout, men, false);
    }

    /// Swaps the sides of a tile: `rows_of(lane)` are rows of the image, `result` gets those of this tile.
    template <class RowsOf>
    PHILIDOR_HOST_DEVICE void swap_kings(const RowsOf& rows_of, Lanes<RowPair>& result) {
        team_.each([&](unsigned lane) {
            const RowPair rows = rows_of(lane);
            scratch_.rows[2 * std::size_t{lane}] = rows.first;
            scratch_.rows[2 * std::size_t{lane} + 1] = rows.second;
        });
        team_.each([&](unsigned lane) {
            RowPair column;
            for (unsigned king = 0; king < 64; ++king) {
                const Word row = scratch_.rows[king ^ 56U];
                column.first |= (row >> (2 * lane ^ 56U) & 1U) << king;
                column.second |= (row >> ((2 * lane + 1) ^ 56U) & 1U) << king;
            }
            result[lane] = column;
        });
    }

    const Team& team_;
    const DeviceBatch& batch_;
    const DeviceTable& table_;
    std::uint64_t tile_;  ///< in the batch
    std::uint32_t own_;   ///< in the table
    TileScratch& scratch_;
    DevicePlacement placement_;
    bool own_is_marked_ = false;
};

}  // namespace philidor::detail
