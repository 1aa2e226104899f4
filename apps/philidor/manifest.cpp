#include "manifest.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"

namespace philidor::cli {

namespace {

constexpr std::size_t checksum_digits = 64;
constexpr std::size_t name_column = checksum_digits + 2;  // two spaces, or one and a star for "binary"

bool is_checksum(std::string_view text) {
    return text.size() == checksum_digits && std::ranges::all_of(text, [](char letter) {
               return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
           });
}

/// The table of a file name, without its checksum; empty if tables are not called like that.
std::optional<ManifestLine> line_of_name(std::string_view name) {
    for (const TableKind kind : all_table_kinds) {
        const std::string ending = fmt::format(".{}", name_of(kind));
        if (!name.ends_with(ending)) continue;
        const auto key = parse_key(name.substr(0, name.size() - ending.size()));
        if (!key) return std::nullopt;
        const ManifestLine line{canonicalize(*key).key, kind, ""};
        return line.name() == name ? std::optional(line) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<ManifestLine> parse_line(std::string_view text) {
    if (text.size() <= name_column) return std::nullopt;
    const std::string_view between = text.substr(checksum_digits, 2);
    if (between != "  " && between != " *") return std::nullopt;
    const std::string_view checksum = text.substr(0, checksum_digits);
    auto line = line_of_name(text.substr(name_column));
    if (!line || !is_checksum(checksum)) return std::nullopt;
    line->checksum = checksum;
    return line;
}

}  // namespace

std::string sha256_of(ByteView bytes) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
        throw CommandFailure(ExitCode::failed, "SHA-256 cannot be computed on this machine");
    return fmt::format("{:02x}", fmt::join(digest.begin(), digest.begin() + size, ""));
}

std::string ManifestLine::name() const { return fmt::format("{}.{}", to_string(key), name_of(kind)); }

ManifestLine manifest_line(TableKind kind, const CanonicalKey& key, const TableStore& store) {
    const auto file = value_or_failure(store.open_file(kind, key), ExitCode::failed);
    return {key, kind, sha256_of(value_or_failure(file.copy(), ExitCode::failed).bytes)};
}

std::vector<ManifestLine> manifest_of(const TableStore& store) {
    std::vector<ManifestLine> lines;
    ProgressBar bar;
    for (const TableKind kind : all_table_kinds) {
        const auto keys = value_or_failure(store.file_keys(kind), ExitCode::failed);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (is_interrupted()) throw interruption();
            lines.push_back(manifest_line(kind, keys[i], store));
            bar.show(static_cast<double>(i + 1) / static_cast<double>(keys.size()));
        }
    }
    std::ranges::sort(lines, {}, &ManifestLine::name);
    return lines;
}

std::string to_text(const std::vector<ManifestLine>& lines) {
    std::string text;
    for (const ManifestLine& line : lines) text += fmt::format("{}  {}\n", line.checksum, line.name());
    return text;
}

std::vector<ManifestLine> read_manifest(const std::string& path) {
    std::ifstream file(path);
    std::vector<ManifestLine> lines;
    std::size_t number = 0;
    for (std::string text; std::getline(file, text);) {
        ++number;
        const auto line = parse_line(text);
        if (!line) {
            throw CommandFailure(ExitCode::bad_input, fmt::format("{}: line {} is no line of a manifest: {}",
                                                                  in_quotes(path), number, in_quotes(text)));
        }
        lines.push_back(*line);
    }
    if (file.bad() || !file.eof())
        throw CommandFailure(ExitCode::bad_input, fmt::format("cannot read {}", in_quotes(path)));
    return lines;
}

}  // namespace philidor::cli
