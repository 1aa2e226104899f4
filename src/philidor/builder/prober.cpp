#include "philidor/builder/prober.hpp"

#include <cassert>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "philidor/builder/build.hpp"
#include "philidor/builder/detail/distance_solver.hpp"
#include "philidor/builder/detail/recently_used.hpp"
#include "philidor/builder/detail/table_cache.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/table/detail/distance_reader.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/mate_distance.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "philidor/table/syzygy_tables.hpp"

namespace philidor {

namespace {

/// Each may be an open file, of which a process has a thousand or so.
constexpr std::uint64_t most_readers = 128;

/// Finds a reader that is open, or opens it; null if there is nothing to be read.
template <class T, class Open>
Result<std::shared_ptr<const T>, TableError> find_in(RecentlyUsed<TableKey, T>& readers,
                                                     const TableKey& key,
                                                     const Open& open) {
    if (auto reader = readers.find(key)) return reader;
    auto opened = open();
    if (!opened) {
        if (opened.error().kind == TableError::absent) return std::shared_ptr<const T>();
        return tl::unexpected(opened.error());
    }
    readers.add(key, *opened, 1);
    return *std::move(opened);
}

/// What a side is worth that has not found a move yet.
constexpr RuledValue certain_loss{WdlBounds::exactly(Wdl::loss), WdlBounds::exactly(Wdl::loss)};

/// The captures en passant, which no table knows of.
MoveList en_passant_captures(const MoveList& moves) {
    MoveList captures;
    for (const Move move : moves) {
        if (move.flag() == MoveFlag::en_passant) captures.add(move);
    }
    return captures;
}

/// The error that the tables say this of an ending and something else of its moves.
tl::unexpected<Error<TableError>> disagreement(const Ending& ending, WdlBounds own, WdlBounds of_moves) {
    const TableKey key = table_for(MaterialKey::from_board(ending.board())).key;
    return fail(TableError::unsound,
                fmt::format("the table of {} says {}, and the tables that the moves lead to say {}: {}",
                            to_string(key), to_string(own), to_string(of_moves), to_fen(ending.board())));
}

}  // namespace

class Prober::Implementation {
  public:
    Implementation(const TableStore& store, const ProberOptions& options)
        : store_(store),
          options_(options),
          readers_(most_readers),
          distance_readers_(most_readers),
          mate_readers_(most_readers),
          distances_(options.memory_bytes / 4),
          tables_(store, options.memory_bytes / 4) {}

    [[nodiscard]] Result<std::optional<RuledValue>, TableError> value_of(const Ending& ending);
    [[nodiscard]] Result<std::optional<int>, TableError> dtz_of(const Ending& ending,
                                                                const RuledValue& value);
    [[nodiscard]] Result<std::optional<MateDistance>, TableError> mate_of(const Ending& ending);
    [[nodiscard]] Result<Answer, TableError> answer(const Ending& ending, DistancesAfter distances);
    [[nodiscard]] Result<void, TableError> check(const Ending& ending);
    [[nodiscard]] Result<std::shared_ptr<const Distances>, TableError> distances_of(const TableKey& key);

  private:
    using Reader = std::shared_ptr<const TableReader>;

    [[nodiscard]] Result<std::optional<RuledValue>, TableError> value_in_store(const Ending& ending);
    [[nodiscard]] std::optional<int> rounded_dtz_of(const Ending& ending) const;

    [[nodiscard]] Result<std::optional<int>, TableError> dtz_after(const Ending& ending,
                                                                   Move move,
                                                                   const RuledValue& value,
                                                                   DistancesAfter distances);
    [[nodiscard]] Result<Reader, TableError> find_reader(const TableKey& key);
    [[nodiscard]] Result<std::optional<RuledValue>, TableError> stored_value(const Board& board);
    [[nodiscard]] Result<std::optional<unsigned>, TableError> stored_distance(const Board& board);
    [[nodiscard]] Result<std::shared_ptr<const DistanceReader>, TableError> find_distance_reader(
        const TableKey& key);
    [[nodiscard]] Result<Distances, TableError> load(const DistanceReader& reader) const;
    [[nodiscard]] Result<Distances, TableError> measure(const TableKey& key);
    [[nodiscard]] Result<bool, TableError> has_exact_children(const TableKey& key);

    const TableStore& store_;
    ProberOptions options_;
    RecentlyUsed<TableKey, TableReader> readers_;
    RecentlyUsed<TableKey, DistanceReader> distance_readers_;
    RecentlyUsed<TableKey, DistanceReader> mate_readers_;
    RecentlyUsed<TableKey, Distances> distances_;
    TableCache tables_;
    std::mutex measuring_;  ///< one table at a time, since each takes much memory
};

Prober::Prober(const TableStore& store, const ProberOptions& options)
    : implementation_(std::make_unique<Implementation>(store, options)) {}

Prober::~Prober() = default;

Result<std::optional<RuledValue>, TableError> Prober::value_of(const Ending& ending) {
    return implementation_->value_of(ending);
}

Result<std::optional<int>, TableError> Prober::dtz_of(const Ending& ending, const RuledValue& value) {
    return implementation_->dtz_of(ending, value);
}

Result<std::optional<int>, TableError> Prober::dtm_of(const Ending& ending) {
    return implementation_->mate_of(ending).map(
        [](const auto& mate) { return mate ? std::optional(mate->plies()) : std::nullopt; });
}

Result<Answer, TableError> Prober::answer(const Ending& ending, DistancesAfter distances) {
    return implementation_->answer(ending, distances);
}

Result<void, TableError> Prober::check(const Ending& ending) { return implementation_->check(ending); }

Result<std::shared_ptr<const Prober::Distances>, TableError> Prober::distances_of(const TableKey& key) {
    return implementation_->distances_of(key);
}

Result<std::optional<RuledValue>, TableError> Prober::Implementation::value_of(const Ending& ending) {
    auto value = value_in_store(ending);
    const bool is_known = !value || (*value && (*value)->plain.is_exact() && (*value)->under_rule.is_exact());
    if (is_known || options_.syzygy == nullptr) return value;
    const auto told = options_.syzygy->value_of(ending.board());
    return told ? told : value;
}

/// What Syzygy's tables say. Among them is a draw, whose distance is 0.
std::optional<int> Prober::Implementation::rounded_dtz_of(const Ending& ending) const {
    return options_.syzygy == nullptr ? std::nullopt : options_.syzygy->rounded_dtz_of(ending.board());
}

Result<std::optional<RuledValue>, TableError> Prober::Implementation::value_in_store(const Ending& ending) {
    const Board& board = ending.board();
    if (const auto value = value_by_rules(board)) return RuledValue(*value, *value);
    if (!board.legal_en_passant()) return stored_value(board);

    // The capture is one more choice, or the only one.
    RuledValue value = certain_loss;
    const MoveList moves = legal_moves(board);
    const MoveList captures = en_passant_captures(moves);
    for (const Move move : captures) {
        const auto after = value_of(ending.after(move));
        if (!after) return tl::unexpected(after.error());
        value = better_of(value, -after->value_or(RuledValue{}));
    }
    if (moves.size() > captures.size()) {
        const auto without = stored_value(board);
        if (!without) return tl::unexpected(without.error());
        value = better_of(value, without->value_or(RuledValue{}));
        if (!*without && value == RuledValue{}) return std::nullopt;
    }
    return value;
}

Result<std::optional<int>, TableError> Prober::Implementation::dtz_of(const Ending& ending,
                                                                      const RuledValue& value) {
    if (!value.plain.is_exact()) return std::nullopt;
    if (value.plain.worst == Wdl::draw) return 0;
    const int sign = static_cast<int>(value.plain.worst);
    const bool is_cursed = is_drawn_by_rule(value);
    const int next_zeroing = is_cursed ? static_cast<int>(fifty_move_plies) + 1 : 1;
    const MoveList moves = legal_moves(ending.board());
    const MoveList captures = en_passant_captures(moves);
    for (const Move move : captures) {
        const auto after = value_of(ending.after(move));
        if (!after) return tl::unexpected(after.error());
        const bool keeps_win =
            *after && (is_cursed ? (*after)->plain : (*after)->under_rule) == WdlBounds::exactly(Wdl::loss);
        if (sign > 0 && keeps_win) return next_zeroing;
    }
    // Mated, or all that is left is a capture that loses.
    if (moves.size() == captures.size()) return moves.empty() ? -1 : -next_zeroing;
    const auto distance = stored_distance(ending.board());
    if (!distance) return tl::unexpected(distance.error());
    if (!*distance) return std::nullopt;
    if (**distance == 0) {
        return fail(TableError::unsound, fmt::format("the values say {}, and the distances say draw: {}",
                                                     to_string(value.plain), to_fen(ending.board())));
    }
    return sign * static_cast<int>(**distance);
}

Result<std::optional<MateDistance>, TableError> Prober::Implementation::mate_of(const Ending& ending) {
    const Board& board = ending.board();
    if (const auto value = value_by_rules(board))
        return value->worst == Wdl::loss ? MateDistance::mated() : MateDistance();
    if (board.occupied().count() > most_men_with_mates) return std::nullopt;

    const MoveList moves = legal_moves(board);
    const MoveList captures = en_passant_captures(moves);
    std::optional<MateDistance> best;
    const auto choose = [&](MateDistance mate) { best = best ? better_of(*best, mate) : mate; };
    for (const Move move : captures) {
        const auto after = mate_of(ending.after(move));
        if (!after || !*after) return after;
        choose((*after)->before_move());
    }
    if (moves.size() == captures.size()) return best;
    const auto [key, symmetry] = table_for(MaterialKey::from_board(board));
    const auto reader = find_in(mate_readers_, key, [&, &of = key] { return store_.open_mates(of); });
    if (!reader) return tl::unexpected(reader.error());
    if (*reader == nullptr) return std::nullopt;
    const auto stored = (*reader)->distance_of(symmetry(board));
    if (!stored) return tl::unexpected(stored.error());
    choose(MateDistance::from_stored(static_cast<std::uint16_t>(*stored)));
    return best;
}

Result<Answer, TableError> Prober::Implementation::answer(const Ending& ending, DistancesAfter distances) {
    const auto value = value_of(ending);
    if (!value) return tl::unexpected(value.error());
    const RuledValue own = value->value_or(RuledValue{});
    Answer answer{ending.board(), own.plain, {}, {}};
    RuledValue of_moves = certain_loss;
    for (const Move move : legal_moves(ending.board())) {
        const auto after = value_of(ending.after(move));
        if (!after) return tl::unexpected(after.error());
        const RuledValue worth = -after->value_or(RuledValue{});
        of_moves = better_of(of_moves, worth);
        const auto dtz = dtz_after(ending, move, worth, distances);
        if (!dtz) return tl::unexpected(dtz.error());
        MoveAnswer& known = answer.moves.emplace_back(MoveAnswer{move, {}, {}, {}});
        if (!*dtz) {
            const auto rounded = rounded_dtz_of(ending.after(move));
            if (rounded) known.rounded_dtz_after = -*rounded;
        }
        answer.learn(known, worth, *dtz);
        const auto mate = mate_of(ending.after(move));
        if (!mate) return tl::unexpected(mate.error());
        if (*mate) known.dtm = (*mate)->before_move().plies();
    }
    if (!answer.moves.empty() && contradict(own.plain, of_moves.plain))
        return disagreement(ending, own.plain, of_moves.plain);
    answer.rounded_dtz = rounded_dtz_of(ending);
    const auto mate = mate_of(ending);
    if (!mate) return tl::unexpected(mate.error());
    if (*mate) answer.dtm = (*mate)->plies();
    answer.conclude();
    if (!answer.moves.empty()) {
        const WdlBounds by_clock =
            with_clock(own.under_rule, answer.dtz, ending.board().halfmove_clock(), answer.rounded_dtz);
        answer.under_rule = both_of(answer.under_rule, by_clock);
    }
    return answer;
}

Result<void, TableError> Prober::Implementation::check(const Ending& ending) {
    const auto own = value_of(ending);
    if (!own) return tl::unexpected(own.error());
    const MoveList moves = legal_moves(ending.board());
    if (!*own || moves.empty()) return {};
    WdlBounds of_moves = WdlBounds::exactly(Wdl::loss);
    for (const Move move : moves) {
        const auto after = value_of(ending.after(move));
        if (!after) return tl::unexpected(after.error());
        of_moves = better_of(of_moves, (-after->value_or(RuledValue{})).plain);
    }
    if (contradict((*own)->plain, of_moves)) return disagreement(ending, (*own)->plain, of_moves);
    return {};
}

/// The distance after a move with this value, seen from the side that makes it.
Result<std::optional<int>, TableError> Prober::Implementation::dtz_after(const Ending& ending,
                                                                         Move move,
                                                                         const RuledValue& value,
                                                                         DistancesAfter distances) {
    if (distances == DistancesAfter::quiet_moves && ending.board().is_zeroing(move)) return std::nullopt;
    const auto dtz = dtz_of(ending.after(move), -value);
    if (!dtz) return tl::unexpected(dtz.error());
    return *dtz ? std::optional(-**dtz) : std::nullopt;
}

Result<Prober::Implementation::Reader, TableError> Prober::Implementation::find_reader(const TableKey& key) {
    return find_in(readers_, key, [&] { return store_.open(key); });
}

Result<std::optional<RuledValue>, TableError> Prober::Implementation::stored_value(const Board& board) {
    const TableKey key = table_for(MaterialKey::from_board(board)).key;
    const auto reader = find_reader(key);
    if (!reader) return tl::unexpected(reader.error());
    if (*reader == nullptr) return std::nullopt;
    const auto value = (*reader)->value_of(board);
    if (!value) return tl::unexpected(value.error());
    assert(*value && "no board is illegal");
    return *value;
}

Result<std::optional<unsigned>, TableError> Prober::Implementation::stored_distance(const Board& board) {
    const TableKey key = table_for(MaterialKey::from_board(board)).key;
    const auto reader = find_distance_reader(key);
    if (!reader) return tl::unexpected(reader.error());
    if (*reader != nullptr) {
        const auto distance = (*reader)->distance_of(board);
        if (!distance) return tl::unexpected(distance.error());
        return *distance;
    }
    const auto distances = distances_of(key);
    if (!distances) return tl::unexpected(distances.error());
    if (!**distances) return std::nullopt;
    return (**distances)->distance_of(board);
}

Result<std::shared_ptr<const Prober::Distances>, TableError> Prober::Implementation::distances_of(
    const TableKey& key) {
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

Result<std::shared_ptr<const DistanceReader>, TableError> Prober::Implementation::find_distance_reader(
    const TableKey& key) {
    auto reader = find_in(distance_readers_, key, [&] { return store_.open_distances(key); });
    if (!reader || *reader == nullptr || (*reader)->knows_rule()) return reader;
    // Distances that were stored before the 50-move rule counted do not go with values that know it.
    const auto values = find_reader(key);
    if (!values) return tl::unexpected(values.error());
    if (*values != nullptr && (*values)->knows_rule()) return nullptr;
    return reader;
}

Result<Prober::Distances, TableError> Prober::Implementation::load(const DistanceReader& reader) const {
    auto distances = reader.load(options_.threads);
    if (!distances) return tl::unexpected(distances.error());
    return *std::move(distances);
}

Result<Prober::Distances, TableError> Prober::Implementation::measure(const TableKey& key) {
    if (memory_for_distance_table(key) > options_.memory_bytes) return std::nullopt;
    // A look at the headers first, since measuring would find out late that a child is missing.
    const auto is_possible = has_exact_children(key);
    if (!is_possible) return tl::unexpected(is_possible.error());
    if (!*is_possible) return std::nullopt;

    std::vector<std::shared_ptr<const Table>> children;  // kept alive until the end
    std::optional<Error<TableError>> failure;
    const auto lookup = [&](const TableKey& child) -> const Table* {
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
    if (failure) return tl::unexpected(*failure);
    return distances;
}

Result<bool, TableError> Prober::Implementation::has_exact_children(const TableKey& key) {
    for (const ChildKey& child : child_keys(key.material())) {
        const auto reader = find_reader(table_for(child.key).key);
        if (!reader) return tl::unexpected(reader.error());
        if (*reader == nullptr || !(*reader)->is_exact()) return false;
    }
    return true;
}

}  // namespace philidor
