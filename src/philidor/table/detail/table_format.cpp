#include "philidor/table/detail/table_format.hpp"

#include <string>

#include <fmt/format.h>

#include "philidor/base/detail/byte_reader.hpp"
#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/detail/checksum.hpp"
#include "philidor/base/detail/in_quotes.hpp"

namespace philidor {

namespace {

constexpr std::uint8_t bit(TableFlag flag) { return static_cast<std::uint8_t>(flag); }

constexpr bool has(std::uint8_t flags, TableFlag flag) { return (flags & bit(flag)) != 0; }

/// Whether a table of this kind may have these flags.
constexpr bool are_known(TableKind kind, std::uint8_t version, std::uint8_t flags) {
    if (has(flags, TableFlag::rule_bounds) && !has(flags, TableFlag::rule_layer)) return false;
    const bool may_have_layer = kind == TableKind::wdl && version >= 2;
    const unsigned known = bit(TableFlag::exact) | bit(TableFlag::symmetric) |
                           (may_have_layer ? bit(TableFlag::rule_layer) | bit(TableFlag::rule_bounds) : 0U);
    return (flags & ~known) == 0;
}

constexpr LayerState rule_layer_of(std::uint8_t flags) {
    if (!has(flags, TableFlag::rule_layer)) return LayerState::absent;
    return has(flags, TableFlag::rule_bounds) ? LayerState::bounds : LayerState::exact;
}

/// Version 1 knew only keys that are their own images when the sides are swapped, without a mirror.
bool has_symmetric_flag(std::uint8_t version, const CanonicalKey& key) {
    return version == 1 ? key.is_symmetric() : table_for(key.material()).key.own_swap().has_value();
}

}  // namespace

std::size_t TableHeader::size() const {
    return header_size(to_string(key).size(), block_sizes.size(), version);
}

bool TableHeader::is_symmetric() const { return has_symmetric_flag(version, key); }

Bytes encode_header(const TableHeader& header) {
    const std::string name = to_string(header.key);
    std::uint8_t flags = 0;
    if (header.is_exact) flags |= bit(TableFlag::exact);
    if (header.is_symmetric()) flags |= bit(TableFlag::symmetric);
    if (header.rule_layer != LayerState::absent) flags |= bit(TableFlag::rule_layer);
    if (header.rule_layer == LayerState::bounds) flags |= bit(TableFlag::rule_bounds);
    ByteWriter writer;
    writer.write_text(magic_of(header.kind));
    writer.write_u8(table_format_version);
    writer.write_u8(flags);
    writer.write_u8(static_cast<std::uint8_t>(name.size()));
    writer.write_text(name);
    writer.write_u8(header.maker);
    writer.write_u8(header.rounds);
    for (const std::uint32_t size : header.block_sizes) writer.write_u32(size);
    writer.write_u64(checksum_of(writer.view()));
    return writer.take();
}

Result<TablePrefix, TableError> decode_prefix(TableKind kind, ByteView bytes) {
    ByteReader reader(bytes);
    if (reader.read_text(magic_of(kind).size()) != magic_of(kind)) {
        return fail(TableError::corrupt,
                    fmt::format("header: it does not begin like a {} table", name_of(kind)));
    }
    const std::uint8_t version = reader.read_u8();
    if (!reader.is_overrun() && (version == 0 || version > table_format_version)) {
        return fail(TableError::unsupported,
                    fmt::format("header: format version {}, but this program reads versions 1 to {}", version,
                                table_format_version));
    }
    const std::uint8_t flags = reader.read_u8();
    const std::size_t key_length = reader.read_u8();
    if (reader.is_overrun()) return fail(TableError::corrupt, "header: it is cut short");
    if (!are_known(kind, version, flags)) {
        return fail(TableError::corrupt, fmt::format("header: unknown flags {:#04x}", flags));
    }
    if (key_length > longest_key_text) {
        return fail(TableError::corrupt, fmt::format("header: a key of {} letters is too long", key_length));
    }
    return TablePrefix{kind, version, flags, key_length};
}

Result<CanonicalKey, TableError> decode_key(const TablePrefix& prefix, ByteView text) {
    const std::string name = ByteReader(text).read_text(text.size());
    const auto parsed = parse_key(name);
    if (!parsed) return fail(TableError::corrupt, "header: no key: " + parsed.error().message);
    const CanonicalKey key = canonicalize(*parsed).key;
    if (to_string(key) != name) {
        return fail(TableError::corrupt, fmt::format("header: {} is not a canonical key", in_quotes(name)));
    }
    if (prefix.version >= 2 && table_for(*parsed).key != key) {
        return fail(TableError::corrupt, fmt::format("header: {} is the mirror image of a table", name));
    }
    if (has_symmetric_flag(prefix.version, key) != has(prefix.flags, TableFlag::symmetric)) {
        return fail(TableError::corrupt, fmt::format("header: the symmetric flag is wrong for {}", name));
    }
    return key;
}

Result<TableHeader, TableError> decode_header(const TablePrefix& prefix,
                                              const CanonicalKey& key,
                                              std::size_t block_count,
                                              ByteView bytes) {
    if (bytes.size() != header_size(prefix.key_length, block_count, prefix.version)) {
        return fail(TableError::corrupt, "header: it is cut short");
    }
    const ByteView checked = bytes.first(bytes.size() - checksum_size);
    if (ByteReader(bytes.last(checksum_size)).read_u64() != checksum_of(checked)) {
        return fail(TableError::corrupt, "header: the checksum is wrong");
    }
    ByteReader reader(checked.subspan(table_prefix_size + prefix.key_length));
    TableHeader header{key, has(prefix.flags, TableFlag::exact), {}, prefix.kind};
    header.version = prefix.version;
    header.maker = prefix.version == 1 ? std::uint8_t{1} : reader.read_u8();
    if (prefix.version >= 2) header.rounds = reader.read_u8();
    if (header.rounds > most_rounds_under_rule) {
        return fail(TableError::corrupt, fmt::format("header: {} rounds are too many", header.rounds));
    }
    header.rule_layer = rule_layer_of(prefix.flags);
    header.block_sizes.reserve(block_count);
    for (std::size_t block = 0; block < block_count; ++block) header.block_sizes.push_back(reader.read_u32());
    return header;
}

}  // namespace philidor
