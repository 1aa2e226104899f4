/// @file
/// Why a table could not be had or kept.
#pragma once

#include <cstdint>

namespace philidor {

/// What went wrong with a stored table.
enum class TableError : std::uint8_t {
    absent,       ///< no such table is stored here
    corrupt,      ///< its bytes are damaged, or are no table, or that of another key
    unsupported,  ///< its bytes are of a format version that we do not know
    unreadable,   ///< the store cannot be read
    unwritable,   ///< the store cannot be written: no permission, no space, another writer for too long
    unsound,      ///< the table contradicts itself or the rules and is not written
    not_a_store,  ///< what is there is neither a folder nor a database of tables
};

}  // namespace philidor
