/// @file
/// An SQLite file of ours: how it is opened, made and recognised, and what its errors mean.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>

#include "philidor/base/result.hpp"

namespace philidor::detail {

/// What distinguishes the databases of one kind from all other files.
struct SqliteFormat {
    int application_id;
    int version;                  ///< of the schema; the database keeps it as `user_version`
    std::string_view kind;        ///< for messages, such as "an index of games"
    std::string_view short_name;  ///< for messages, such as "index"
};

/// What a database is opened for.
enum class SqliteAccess : std::uint8_t {
    read,   ///< it must be there
    write,  ///< it is made if it is absent, and only read if there is no permission to write
};

/// What went wrong with a database.
enum class SqliteError : std::uint8_t {
    not_a_database,  ///< it is a file of another kind
    other_kind,      ///< it is a database, but not of the kind that was asked for
    other_version,   ///< it was made by another version of the program
    corrupt,         ///< it is damaged
    gone,            ///< it was deleted or replaced while it was open
    failed,          ///< anything else: no permission, no space, another process does not stop writing
};

/// What tells whether a file is another one, or has changed.
struct FileState {
    std::uint64_t device = 0;
    std::uint64_t number = 0;  ///< of the file on its device
    std::uint64_t bytes = 0;
    std::int64_t changed = 0;  ///< when, in nanoseconds

    /// The state of the file of this name; all 0 if there is none.
    [[nodiscard]] static FileState of(const std::string& path);

    /// Whether it is the same file, changed or not.
    [[nodiscard]] bool is_same_file(const FileState& other) const {
        return device == other.device && number == other.number;
    }

    /// Whether nothing differs.
    friend bool operator==(const FileState&, const FileState&) = default;
};

/// What an exception of SQLite means.
[[nodiscard]] SqliteError error_of(const SQLite::Exception& exception);

/// The message of an exception, with the file that it is about.
[[nodiscard]] std::string message_of(const std::string& path, const SQLite::Exception& exception);

/// A connection to a database. Use it from one thread at a time. Other processes may read it at any time;
/// writers wait for each other, up to ten seconds. A reader waits for nothing but a foreign lock, and no
/// longer than a second.
class SqliteDatabase {
  public:
    /// Fills a new database. It is called within a transaction.
    using Create = std::function<void(SQLite::Database&)>;

    /// Opens a database of this format. If it is new, `create` makes its tables.
    [[nodiscard]] static Result<std::unique_ptr<SqliteDatabase>, SqliteError> open(const std::string& path,
                                                                                   SqliteAccess access,
                                                                                   const SqliteFormat& format,
                                                                                   const Create& create);

    /// The file.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// The connection, for statements. What it throws, `guarded` turns into errors.
    [[nodiscard]] SQLite::Database& connection() { return connection_; }

    /// Whether it may be written.
    [[nodiscard]] bool is_writable() const;

    /// Whether the file has changed since it was opened as one that does not change. That is how a file is
    /// opened that may not be written, if all its changes are in it. Then it has to be opened again.
    [[nodiscard]] bool is_outdated() const;

    /// Begins to write. Without a commit, everything is undone when the transaction goes out of scope.
    [[nodiscard]] SQLite::Transaction begin_writing();

    /// Calls `work`, which returns a Result, and turns an exception of SQLite into an error. `kind_of` says
    /// what a `SqliteError` is to the caller.
    template <class KindOf, class Work>
    auto guarded(const KindOf& kind_of, const Work& work) const -> decltype(work()) {
        if (is_gone()) return fail(kind_of(SqliteError::gone), message_of_loss());
        try {
            return work();
        } catch (const SQLite::Exception& exception) {
            if (is_gone()) return fail(kind_of(SqliteError::gone), message_of_loss());  // just now
            return fail(kind_of(error_of(exception)), message_of(path_, exception));
        }
    }

  private:
    SqliteDatabase(const std::string& path, SqliteAccess access);

    [[nodiscard]] Result<void, SqliteError> prepare(SqliteAccess access,
                                                    const SqliteFormat& format,
                                                    const Create& create);
    [[nodiscard]] bool is_gone() const;
    [[nodiscard]] std::string message_of_loss() const;
    [[nodiscard]] int pragma(const std::string& name);
    [[nodiscard]] bool is_empty();
    void create_tables(const SqliteFormat& format, const Create& create);

    std::string path_;
    bool is_frozen_;  ///< opened as a file that does not change
    SQLite::Database connection_;
    FileState opened_;
};

}  // namespace philidor::detail
