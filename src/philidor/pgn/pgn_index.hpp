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
#include "philidor/pgn/game_counter.hpp"
#include "philidor/pgn/named_counts.hpp"

namespace philidor {

/// What went wrong with an index.
enum class IndexFileError : std::uint8_t {
    unreadable,     ///< it cannot be opened, or is no index, or damaged
    unwritable,     ///< no permission, no space, or somebody else writes
    other_version,  ///< made by another version of the program
};

/// What an index counts; the same for all files in it.
struct IndexSettings {
    unsigned most_men = 10;
    KeyNames names = KeyNames::canonical;

    /// The same.
    friend bool operator==(const IndexSettings&, const IndexSettings&) = default;
};

/// A file of games that an index knows.
struct IndexedFile {
    std::string name;
    std::uint64_t bytes = 0;     ///< as it is stored, compressed or not
    std::uint64_t checksum = 0;  ///< of those bytes
    bool is_complete = true;     ///< not if it could not be read to its end
};

/// A key of an index. White is White of the key: where naming it has exchanged the colours, the results are
/// exchanged as well.
struct IndexedKey : NamedCount {
    std::string file;  ///< where its first game is
};

/// An SQLite file of counts; docs/pgn_index.md has the schema. A file of games is added as a whole or not at
/// all. Any number of processes may read while one writes.
class PgnIndex {
  public:
    template <class T>
    using Result = philidor::Result<T, IndexFileError>;

    /// Opens an index for adding files, or makes it with these settings.
    [[nodiscard]] static Result<std::unique_ptr<PgnIndex>> open(const std::string& path,
                                                                const IndexSettings& settings);

    /// Opens an index that is there, for reading.
    [[nodiscard]] static Result<std::unique_ptr<PgnIndex>> open(const std::string& path);

    PgnIndex(const PgnIndex&) = delete;
    PgnIndex& operator=(const PgnIndex&) = delete;
    ~PgnIndex();

    /// What it counts.
    [[nodiscard]] const IndexSettings& settings() const { return settings_; }

    /// Whether there is a file with so many bytes: only then it can be the same.
    [[nodiscard]] Result<bool> has_file_of_size(std::uint64_t bytes) const;

    /// The name under which a file with these bytes was added; empty if it was not.
    [[nodiscard]] Result<std::string> find_file(std::uint64_t bytes, std::uint64_t checksum) const;

    /// Begins to add a file. Nothing is there for others before `finish_file`.
    [[nodiscard]] Result<void> begin_file(const std::string& name);

    /// Adds counts of the file that was begun, which have the names of this index.
    [[nodiscard]] Result<void> add(const NamedCounts& counts);

    /// The file is read: all that was added is kept.
    [[nodiscard]] Result<void> finish_file(const IndexedFile& file, const GameTotals& totals);

    /// Forgets all that was added of the file that was begun.
    void abandon_file();

    /// The figures of all files together.
    [[nodiscard]] Result<GameTotals> totals() const;

    /// All files, in the order in which they were added.
    [[nodiscard]] Result<std::vector<IndexedFile>> files() const;

    /// How many keys there are.
    [[nodiscard]] Result<std::uint64_t> key_count() const;

    /// The keys with most positions; then those with most games, then by name. `limit` is how many at most.
    [[nodiscard]] Result<std::vector<IndexedKey>> top(std::size_t limit) const;

    /// What is known about one key; no positions if it never occurred.
    [[nodiscard]] Result<IndexedKey> find(const std::string& key) const;

    /// Calls for every key, with the table that it belongs to. Raw keys of one table come one by one.
    [[nodiscard]] Result<void> for_each_key(
        const std::function<void(const CanonicalKey&, const IndexedKey&)>& visit) const;

  private:
    class Database;
    PgnIndex(std::unique_ptr<Database> database, const IndexSettings& settings);

    std::unique_ptr<Database> database_;
    IndexSettings settings_;
};

}  // namespace philidor
