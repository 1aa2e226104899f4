/// @file
/// Syzygy's tables, where users have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// Why Syzygy's tables are not used.
enum class SyzygyError : std::uint8_t {
    absent,         ///< there are none in these folders
    damaged,        ///< a file is cut short, or is something else
    already_open,   ///< this process has opened tables before and still uses them
    not_supported,  ///< this program was built without libfathom
};

/// Answers for single positions of few men from the files of Ronald de Man's tables (.rtbw, .rtbz), which the
/// library fathom reads. What is missing in a partial set is not answered. Fathom serves a process, so only
/// one object of this class can exist at a time. It trusts the files: their names, sizes and first bytes are
/// checked, but not every byte. Thread-safe.
class SyzygyTables {
  public:
    /// Opens the tables in these folders, which are separated by colons. If any file is damaged, none is
    /// used.
    [[nodiscard]] static Result<std::unique_ptr<SyzygyTables>, SyzygyError> open(const std::string& folders);

    SyzygyTables(const SyzygyTables&) = delete;
    SyzygyTables& operator=(const SyzygyTables&) = delete;
    ~SyzygyTables();

    /// The number of files.
    [[nodiscard]] std::size_t file_count() const { return file_count_; }

    /// The most men of any table.
    [[nodiscard]] unsigned most_men() const { return most_men_; }

    /// The value of a position, en passant included. Under the 50-move rule the clock counts as 0. Empty if a
    /// table is missing, or if a side may castle.
    [[nodiscard]] std::optional<RuledValue> value_of(const Board& board) const;

    /// The distance as in `Answer::dtz`, or one ply less: in most tables Syzygy counts moves. Empty as above,
    /// and if the side to move cannot move.
    [[nodiscard]] std::optional<int> rounded_dtz_of(const Board& board) const;

  private:
    explicit SyzygyTables(std::size_t file_count) : file_count_(file_count) {}

    std::size_t file_count_;
    unsigned most_men_ = 0;
    mutable std::mutex measuring_;  ///< fathom's look-up of distances is for one thread at a time
};

/// The folders listed in the environment variable SYZYGY_PATH; empty if it is not set.
[[nodiscard]] std::string syzygy_folders_of_environment();

}  // namespace philidor
