/// @file
/// What games tell about keys, kept in a database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/pgn/game_totals.hpp"
#include "philidor/pgn/named_count.hpp"

namespace philidor {

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

    PgnIndex(PgnIndex&&) noexcept;
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

}  // namespace philidor
