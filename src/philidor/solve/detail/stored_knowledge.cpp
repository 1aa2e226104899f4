#include "philidor/solve/detail/stored_knowledge.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "philidor/base/detail/parallel.hpp"
#include "philidor/builder/detail/child_table.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"
#include "philidor/solve/detail/keys_without_promotions.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor {

namespace {

/// The pieces of a placement of a layout, seen through a symmetry.
struct PlacedPieces {
    std::array<PlacedPiece, most_layout_pieces> pieces;
    std::size_t count = 0;
    bool overlap = false;

    PlacedPieces(const TileLayout& layout, std::size_t tile, Symmetry symmetry) {
        const Placement placement = layout.placement_of(tile);
        Bitboard occupied;
        for (const KeyPiece piece : layout.pieces()) {
            const Square square = symmetry(placement[count]);
            overlap = overlap || occupied.has(square);
            occupied.add(square);
            pieces[count++] = {symmetry(piece.color), kind_of(type_of(piece.kind), square), square};
        }
    }
    [[nodiscard]] std::span<const PlacedPiece> all() const { return {pieces.data(), count}; }
};

/// The four answers about one key.
using Answers = ByColor<ByCertainty<const WinTable*>>;

/// The answers as the canonical table sees them.
class CanonicalView {
  public:
    CanonicalView(const Answers& answers, Symmetry symmetry) : answers_(answers), symmetry_(symmetry) {}

    /// Writes a tile of the table for one side to move, which is the table's, as all sides are here.
    void write(std::size_t tile, Color side, Table& table) const {
        const PlacedPieces placed(table.layout(), tile, symmetry_.inverse());
        if (placed.overlap) return table.set_legal(tile, side, {});
        for (const Certainty certainty : all_certainties) {
            // The side to move knows which positions are legal, the other side only what it wins.
            ChildTiles own;
            read({side, certainty}, placed, side, own);
            if (certainty == Certainty::proved) table.set_legal(tile, side, image(*own.legal, symmetry_));
            Tile won = *own.legal;
            won -= *own.not_won;
            table.set_won(certainty, tile, side, side, image(won, symmetry_));
            ChildTiles other;
            read({!side, certainty}, placed, side, other);
            table.set_won(certainty, tile, side, !side, image(*other.lost, symmetry_));
        }
    }

  private:
    void read(Question question, const PlacedPieces& placed, Color side, ChildTiles& tiles) const {
        const auto original = [&](Color color) { return symmetry_.inverse()(color); };
        const Question asked{original(question.attacker), question.certainty};
        ChildTable(*answers_[asked.attacker][asked.certainty])
            .read(asked, placed.all(), original(side), tiles);
    }

    const Answers& answers_;
    Symmetry symmetry_;
};

/// What is known of wins from two sources: either may have proved one, and either may have refuted one.
void unite(Certainty certainty, Tile& won, const Tile& other) {
    if (certainty == Certainty::proved) {
        won |= other;
    } else {
        won &= other;
    }
}

/// The two halves of a symmetric key are one: what is known in one is known in the other.
void unite_halves(Certainty certainty, Symmetry swap, Table& table) {
    for (const Color winner : all_colors) {
        Tile won = table.won(certainty, 0, Color::white, winner);
        unite(certainty, won, image(table.won(certainty, 0, Color::black, !winner), swap));
        table.set_won(certainty, 0, Color::white, winner, won);
        table.set_won(certainty, 0, Color::black, !winner, image(won, swap));
    }
}

/// Questions are answered one by one: what one side has proved, the other may still hold to be possible.
void leave_out_refuted(Table& table) {
    for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            for (const Color winner : all_colors) {
                Tile possible = table.won(Certainty::possible, tile, side, winner);
                possible -= table.won(Certainty::proved, tile, side, !winner);
                table.set_won(Certainty::possible, tile, side, winner, possible);
            }
        }
    }
}

/// Which wins hold under the 50-move rule, by tile, side to move and winner.
using RuleWins = std::vector<ByColor<WinTiles>>;

/// The wins of a table that are proved under the rule.
RuleWins proved_under_rule(const Table& table) {
    RuleWins wins(table.layout().tile_count());
    for (std::size_t tile = 0; tile < wins.size(); ++tile) {
        for (const Color side : all_colors) {
            for (const Color winner : all_colors) {
                wins[tile][side].wins[winner] =
                    table.won({Certainty::proved, Rule::fifty_moves}, tile, side, winner);
            }
        }
    }
    return wins;
}

/// Says which wins of a table are proved under the rule. Any other may be a draw.
void set_proved_under_rule(const RuleWins& wins, Table& table) {
    table.add_rule_layer(false);
    for (std::size_t tile = 0; tile < wins.size(); ++tile) {
        for (const Color side : all_colors) {
            for (const Color winner : all_colors) {
                table.set_won({Certainty::proved, Rule::fifty_moves}, tile, side, winner,
                              wins[tile][side].wins[winner]);
                table.set_won({Certainty::possible, Rule::fifty_moves}, tile, side, winner,
                              table.won(Certainty::possible, tile, side, winner));
            }
        }
    }
    table.drop_needless_layer();
}

/// The same values in a table that is exact; empty if something is open.
std::optional<Table> as_exact(const Table& table) {
    Table exact(table.key(), true);
    exact.set_rounds(table.rounds());
    for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            exact.set_legal(tile, side, table.legal(tile, side));
            for (const Color winner : all_colors) {
                const Tile proved = table.won(Certainty::proved, tile, side, winner);
                if (proved != table.won(Certainty::possible, tile, side, winner)) return std::nullopt;
                exact.set_won(Certainty::proved, tile, side, winner, proved);
            }
        }
    }
    if (table.has_rule_layer()) set_proved_under_rule(proved_under_rule(table), exact);
    return exact;
}

/// Whether two tables of a key know the same.
bool know_the_same(const Table& one, const Table& other) {
    if (one.is_exact() != other.is_exact()) return false;
    for (std::size_t tile = 0; tile < one.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            for (const Color winner : all_colors) {
                const auto differ = [&](WinKind kind) {
                    return one.won(kind, tile, side, winner) != other.won(kind, tile, side, winner);
                };
                for (const Certainty certainty : all_certainties) {
                    if (differ({certainty, Rule::none}) || differ({certainty, Rule::fifty_moves}))
                        return false;
                }
            }
        }
    }
    return true;
}

/// What two tables of a key know together.
Table united(Table one, const Table& other) {
    if (one.is_exact()) return one;
    if (other.is_exact()) return other;
    RuleWins under_rule = proved_under_rule(one);
    const RuleWins other_under_rule = proved_under_rule(other);
    for (std::size_t tile = 0; tile < one.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            for (const Color winner : all_colors) {
                under_rule[tile][side].wins[winner] |= other_under_rule[tile][side].wins[winner];
                for (const Certainty certainty : all_certainties) {
                    Tile won = one.won(certainty, tile, side, winner);
                    unite(certainty, won, other.won(certainty, tile, side, winner));
                    one.set_won(certainty, tile, side, winner, won);
                }
            }
        }
    }
    leave_out_refuted(one);
    set_proved_under_rule(under_rule, one);
    one.set_rounds(std::max(one.rounds(), other.rounds()));
    auto exact = as_exact(one);
    return exact ? *std::move(exact) : one;
}

}  // namespace

std::unique_ptr<WinTable> answer_in(const Table& table, const MaterialKey& key, Question question) {
    auto answer = std::make_unique<WinTable>(key, shared_layout_of(key));
    const ChildTable source(key, table, table_for(key).symmetry);
    if (!table.has_rule_layer()) answer->set_rounds(std::min(table.rounds(), most_rounds_under_rule - 1));
    answer->write_all([&](std::size_t tile, AnswerTiles& tiles) {
        const PlacedPieces placed(answer->layout(), tile, {});
        if (placed.overlap) return;
        ChildTiles defending;
        source.read(question, placed.all(), question.defender(), defending);
        tiles.lost = *defending.lost;
        ChildTiles attacking;
        source.read(question, placed.all(), question.attacker, attacking);
        tiles.not_won = *attacking.not_won;
        tiles.legal = *attacking.legal;
    });
    return answer;
}

std::optional<Table> table_of(const Knowledge& knowledge, const MaterialKey& key) {
    Answers answers{};
    for (const Question question : all_questions) {
        const WinTable* answer = knowledge.find(question, key);
        if (answer == nullptr) return std::nullopt;
        answers[question.attacker][question.certainty] = answer;
    }
    const auto [canonical, symmetry] = table_for(key);
    const std::optional<Symmetry> own_swap = canonical.own_swap();
    if (own_swap && key.piece_count() != 0) return std::nullopt;
    const CanonicalView view(answers, symmetry);
    Table table(canonical, false);
    for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) view.write(tile, side, table);
    }
    if (own_swap) {
        for (const Certainty certainty : all_certainties) unite_halves(certainty, *own_swap, table);
    }
    leave_out_refuted(table);
    table.set_rounds(std::max(answers[Color::white][Certainty::proved]->rounds(),
                              answers[Color::black][Certainty::proved]->rounds()));
    if (table.rounds() == most_rounds_under_rule) table.doubt_rule();
    auto exact = as_exact(table);
    return exact ? std::move(exact) : std::optional(std::move(table));
}

Result<void, TableError> StoredKnowledge::recall_one(const MaterialKey& key) {
    const TableKey canonical = table_for(key).key;
    const auto table = store_.find(canonical);
    if (!table) {
        if (table.error().kind == TableError::absent) return {};
        return tl::unexpected(table.error());
    }
    for (const Question question : all_questions) {
        knowledge_.put(question, answer_in(**table, key, question));
    }
    return {};
}

Result<void, TableError> StoredKnowledge::recall(const MaterialKey& root, const Budget& budget) {
    const std::vector<MaterialKey> keys = detail::keys_without_promotions({&root, 1}, most_keys_, budget);
    Result<void, TableError> first_damage;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i % detail::keys_between_questions == 0 && !budget.goes_on({i, keys.size(), 0})) break;
        const auto done = recall_one(keys[i]);
        if (done) continue;
        if (done.error().kind != TableError::corrupt) return done;
        if (first_damage) first_damage = done;
    }
    return first_damage;
}

/// The keys of which something is known, those together whose table is the same, since only the sides are
/// exchanged.
std::vector<std::vector<MaterialKey>> StoredKnowledge::known_keys(const MaterialKey& root) const {
    std::vector<std::vector<MaterialKey>> groups;
    std::unordered_map<TableKey, std::size_t> places;
    for (const MaterialKey& key : detail::keys_without_promotions({&root, 1}, most_keys_)) {
        if (knowledge_.find({Color::white, Certainty::proved}, key) == nullptr) continue;
        const auto [place, is_new] = places.try_emplace(table_for(key).key, groups.size());
        if (is_new) groups.emplace_back();
        groups[place->second].push_back(key);
    }
    return groups;
}

/// What is known of a table, if it is more than is stored. Another process may have stored some
/// of it meanwhile, or it was never read.
Result<std::optional<EncodedTable>, TableError> StoredKnowledge::encode(
    std::span<const MaterialKey> images) const {
    std::optional<Table> known;
    for (const MaterialKey& key : images) {
        auto table = table_of(knowledge_, key);
        if (table) known = known ? united(*std::move(known), *table) : std::move(table);
    }
    if (!known) return std::nullopt;
    const auto stored = store_.find(known->key());
    if (stored) {
        if ((*stored)->is_exact()) return std::nullopt;
        known = united(*std::move(known), **stored);
        if (know_the_same(*known, **stored)) return std::nullopt;
    } else if (stored.error().kind == TableError::corrupt) {
        const auto done = store_.set_aside(TableKind::wdl, known->key());
        if (!done) return tl::unexpected(done.error());
    } else if (stored.error().kind != TableError::absent) {
        return tl::unexpected(stored.error());
    }
    auto bytes = encode_table(*known);
    if (!bytes) return tl::unexpected(bytes.error());
    return *std::move(bytes);
}

Result<std::size_t, TableError> StoredKnowledge::save(const MaterialKey& root, const Budget& budget) {
    const std::vector<std::vector<MaterialKey>> groups = known_keys(root);
    std::vector<std::optional<EncodedTable>> encoded(groups.size());
    std::mutex mutex;
    std::optional<Error<TableError>> failure;
    parallel_for(groups.size(), budget.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            auto bytes = encode(groups[i]);
            if (bytes) {
                encoded[i] = *std::move(bytes);
                continue;
            }
            const std::lock_guard lock(mutex);
            failure = bytes.error();
        }
    });
    if (failure) return tl::unexpected(*failure);
    std::vector<EncodedTable> tables;
    for (auto& table : encoded) {
        if (table) tables.push_back(*std::move(table));
    }
    if (const auto stored = store_.put_all(tables); !stored) return tl::unexpected(stored.error());
    return tables.size();
}

}  // namespace philidor
