/// @file
/// The list of the tables of a store with their SHA-256 checksums.
///
/// Each line is that of the program `sha256sum`: 64 hexadecimal digits, two spaces, and the name of the
/// table's file. So `sha256sum -c` checks a folder of tables, and a signature of the list is a signature of
/// the tables. The checksums inside tables find damage; these also find tables that were exchanged.
#pragma once

#include <string>
#include <vector>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/detail/table_format.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor::cli {

/// The SHA-256 checksum of bytes, as 64 hexadecimal digits.
[[nodiscard]] std::string sha256_of(ByteView bytes);

/// A line of a manifest.
struct ManifestLine {
    CanonicalKey key;
    TableKind kind = TableKind::wdl;
    std::string checksum;  ///< 64 hexadecimal digits

    /// The name of the table's file, such as "Ke2vK.wdl".
    [[nodiscard]] std::string name() const;
};

/// The checksum of a stored table. Throws a `CommandFailure` if the table cannot be read.
[[nodiscard]] ManifestLine manifest_line(TableKind kind, const CanonicalKey& key, const TableStore& store);

/// The lines of all tables of a store, ordered by their names. Throws a `CommandFailure` if one cannot be
/// read.
[[nodiscard]] std::vector<ManifestLine> manifest_of(const TableStore& store);

/// The lines as text.
[[nodiscard]] std::string to_text(const std::vector<ManifestLine>& lines);

/// Reads a manifest. Throws a `CommandFailure` that quotes the first line that cannot be read.
[[nodiscard]] std::vector<ManifestLine> read_manifest(const std::string& path);

}  // namespace philidor::cli
