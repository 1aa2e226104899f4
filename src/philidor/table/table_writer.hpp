/// @file
/// A table as bytes.
#pragma once

#include "philidor/base/result.hpp"
#include "philidor/table/block_file.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor {

/// Encodes a table. Equal tables give equal bytes, whatever the number of threads. A table that contradicts
/// itself or the rules (see `BlockCodec::is_sound`) is an error.
[[nodiscard]] Result<EncodedTable, TableError> encode_table(const Table& table, unsigned threads = 1);

}  // namespace philidor
