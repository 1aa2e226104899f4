/// @file
/// Encodes tables as bytes.
#pragma once

#include "philidor/base/result.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor {

/// Encodes a table. Equal tables give equal bytes, for any number of threads. It is an error if the table
/// contradicts itself or the rules; see `BlockCodec::is_sound`.
[[nodiscard]] Result<EncodedTable, TableError> encode_table(const Table& table, unsigned threads = 1);

}  // namespace philidor
