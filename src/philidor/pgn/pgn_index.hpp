/// @file
/// What games tell about keys, kept in a database, and how games are added to it.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/pgn/games_in.hpp"

namespace philidor {

/// How keys are named in an index.
enum class KeyNames : std::uint8_t {
    canonical,  ///< by the tables that they belong to
    raw,        ///< as on the board: colours are not exchanged and nothing is mirrored
};

/// The position in which a key was first seen.
struct KeyExample {
    std::uint64_t game = 0;  ///< the number of the game in its file, from 1
    std::uint64_t ply = 0;   ///< 0 for the start position of the game

    /// Ordered as the positions are in the file.
    friend constexpr auto operator<=>(const KeyExample&, const KeyExample&) = default;
};

/// What games tell about a key. White is White of the key: where naming it has exchanged the colours, the
/// results are exchanged as well.
struct NamedCount {
    std::string key;               ///< its name
    std::uint64_t positions = 0;   ///< that have it
    std::uint64_t games = 0;       ///< with at least one such position
    std::uint64_t white_wins = 0;  ///< of those games
    std::uint64_t draws = 0;       ///< of those games
    std::uint64_t black_wins = 0;  ///< of those games; the rest has no result
    KeyExample first;              ///< where it was first seen

    /// Equal in all figures.
    friend bool operator==(const NamedCount&, const NamedCount&) = default;
};

/// Figures about games and positions, whatever their keys.
struct GameTotals {
    std::uint64_t games = 0;     ///< that have positions
    std::uint64_t left_out = 0;  ///< that have none: other variants, bad start positions
    std::uint64_t stopped = 0;   ///< by a move that cannot be played; their positions up to there count
    std::uint64_t with_fen = 0;  ///< that began from a position of their own
    std::array<std::uint64_t, 33> positions_by_men{};   ///< by the number of men on the board
    std::array<std::uint64_t, 33> games_by_last_men{};  ///< by the number of men at their end

    /// The number of all positions.
    [[nodiscard]] std::uint64_t positions() const;

    /// Adds the figures of other games.
    GameTotals& operator+=(const GameTotals& other);

    /// Equal in all figures.
    friend bool operator==(const GameTotals&, const GameTotals&) = default;
};

namespace detail {
class IndexTransaction;
class SqliteDatabase;
}  // namespace detail

/// What went wrong with an index.
enum class IndexFileError : std::uint8_t {
    unreadable,     ///< it cannot be opened, or is not an index, or is damaged
    unwritable,     ///< no permission, no space, or another process is writing
    other_version,  ///< it was made by another version of the program
};

/// What an index counts; the same for all files in it.
struct IndexSettings {
    unsigned most_men = 10;                ///< keys of more men are not counted
    KeyNames names = KeyNames::canonical;  ///< how the keys are named

    /// Equal in both.
    friend bool operator==(const IndexSettings&, const IndexSettings&) = default;
};

/// A file of games that an index knows.
struct IndexedFile {
    std::string name;            ///< as it was given when the file was added
    std::uint64_t bytes = 0;     ///< as it is stored, compressed or not
    std::uint64_t checksum = 0;  ///< of those bytes
    bool is_complete = true;     ///< false if it could not be read to its end
};

/// A key of an index, with its figures from all files.
struct IndexedKey : NamedCount {
    std::string file;  ///< the file that the example `first` is from
};

/// An index of games: an SQLite file that counts which keys occur in them. docs/pgn_index.md has the schema.
/// `add_games` adds a file of games, as a whole or not at all. Any number of processes may read an index
/// while one writes. Use a PgnIndex from one thread at a time.
class PgnIndex {
  public:
    /// What the functions return: a value, or what went wrong with the index.
    template <class T>
    using Result = philidor::Result<T, IndexFileError>;

    /// Opens an index to add files. If there is none, it is made with these settings; one that is there
    /// keeps its own. The path `:memory:` makes one that lives only as long as the PgnIndex.
    [[nodiscard]] static Result<PgnIndex> open(const std::string& path, const IndexSettings& settings);

    /// Opens an index for reading. It must be there.
    [[nodiscard]] static Result<PgnIndex> open(const std::string& path);

    /// Takes over an index.
    PgnIndex(PgnIndex&&) noexcept;
    /// Takes over an index.
    PgnIndex& operator=(PgnIndex&&) noexcept;
    ~PgnIndex();

    /// What it counts.
    [[nodiscard]] const IndexSettings& settings() const { return settings_; }

    /// The figures of all files together.
    [[nodiscard]] Result<GameTotals> totals() const;

    /// All files, in the order in which they were added.
    [[nodiscard]] Result<std::vector<IndexedFile>> files() const;

    /// The number of keys.
    [[nodiscard]] Result<std::uint64_t> key_count() const;

    /// The keys with the most positions first, then those with the most games, then by name; at most `limit`.
    [[nodiscard]] Result<std::vector<IndexedKey>> top(std::size_t limit) const;

    /// The figures of one key, which is named as the settings say; all are 0 if it never occurred.
    [[nodiscard]] Result<IndexedKey> find(const std::string& key) const;

    /// Calls `visit` for every key, with the table that it belongs to. Several raw keys may belong to one
    /// table; each is visited by itself.
    [[nodiscard]] Result<void> for_each_key(
        const std::function<void(const CanonicalKey&, const IndexedKey&)>& visit) const;

  private:
    friend class detail::IndexTransaction;

    PgnIndex(std::unique_ptr<detail::SqliteDatabase> database, const IndexSettings& settings);
    [[nodiscard]] static Result<PgnIndex> make(Result<std::unique_ptr<detail::SqliteDatabase>> database);

    std::unique_ptr<detail::SqliteDatabase> database_;
    IndexSettings settings_;
};

/// Why a file was not added.
enum class AddGamesError : std::uint8_t {
    file,     ///< it cannot be opened
    index,    ///< the index cannot be read or written
    stopped,  ///< the budget asked to stop, or its time is up
};

/// How a file is added.
struct AddGamesOptions {
    /// Threads, a limit for memory, and the ways to stop and to watch. Progress is told in bytes of the file.
    Budget budget;
    /// Told about games that cannot be read as they stand, in their order, by one thread at a time; may be
    /// empty.
    std::function<void(const PgnProblem&)> report;
};

/// What came of a file.
struct AddedGames {
    GameTotals totals;     ///< of the games that were read
    std::string known_as;  ///< the name under which the file is in the index already; empty if it was added
    std::optional<Error<FileError>> error;  ///< why the file was not read to its end; what came before counts

    /// Whether the file was added, since it was not in the index before.
    [[nodiscard]] bool are_new() const { return known_as.empty(); }
};

/// Plays through the games of a PGN file and adds their keys to an index, which must have been opened for
/// adding and must not be used by another thread meanwhile. The file may be plain or compressed by zstd or
/// gzip; `-` is standard input. It is added as a whole: if the work fails or is stopped, the index stays as
/// it was. A file that breaks off is added as far as it could be read, and one whose bytes are in the index
/// is not added again.
[[nodiscard]] Result<AddedGames, AddGamesError> add_games(PgnIndex& index,
                                                          const std::string& path,
                                                          const AddGamesOptions& options = {});

}  // namespace philidor
