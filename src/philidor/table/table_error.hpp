/// @file
/// Why a table could not be read or written.
#pragma once

#include <cstdint>

namespace philidor {

/// What went wrong with a stored table.
enum class TableError : std::uint8_t {
    absent,       ///< the table is not in the store
    corrupt,      ///< its bytes are damaged, are not a table, or belong to another key
    unsupported,  ///< its format version is unknown
    unreadable,   ///< the store cannot be read
    gone,         ///< the store was deleted or replaced while it was open
    unwritable,   ///< the store cannot be written: no permission, no space, another writer for too long
    unsound,      ///< the table contradicts itself, the rules or other tables, and is not written or used
    not_a_store,  ///< the path is neither a folder nor a database of tables
};

}  // namespace philidor
