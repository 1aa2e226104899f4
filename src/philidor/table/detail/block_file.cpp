#include "philidor/table/detail/block_file.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "philidor/base/detail/byte_reader.hpp"
#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/detail/checksum.hpp"
#include "philidor/base/detail/parallel.hpp"
#include "philidor/index/detail/tile_layout.hpp"

namespace philidor {

namespace {

/// Reads the header step by step: each part gives the length of the next one, and nothing is read or
/// allocated that the source does not have.
class HeaderReader {
  public:
    HeaderReader(TableKind kind, const ByteSource& source) : kind_(kind), source_(source) {}

    [[nodiscard]] Result<TableHeader, TableError> read() const {
        const auto start = read_start(table_prefix_size + longest_key_text);
        if (!start) return tl::unexpected(start.error());
        const auto prefix =
            decode_prefix(kind_, ByteView(*start).first(std::min(table_prefix_size, start->size())));
        if (!prefix) return tl::unexpected(prefix.error());
        if (start->size() < table_prefix_size + prefix->key_length) {
            return fail(TableError::corrupt, "header: it is cut short");
        }
        const auto key = decode_key(*prefix, ByteView(*start).subspan(table_prefix_size, prefix->key_length));
        if (!key) return tl::unexpected(key.error());
        if (key->material().piece_count() > most_layout_pieces) {
            return fail(TableError::corrupt,
                        fmt::format("header: no table of {} can be this small", to_string(*key)));
        }
        const std::size_t tiles = TileLayout(key->material(), TileLayout::Turns::used).tile_count();
        const std::size_t blocks = (tiles + tiles_per_block(kind_) - 1) / tiles_per_block(kind_);
        const auto header_bytes = read_start(header_size(prefix->key_length, blocks, prefix->version));
        if (!header_bytes) return tl::unexpected(header_bytes.error());
        auto header = decode_header(*prefix, *key, blocks, *header_bytes);
        if (header) {
            if (auto fits = check_size(*header); !fits) return tl::unexpected(fits.error());
        }
        return header;
    }

  private:
    /// The first `count` bytes, or all of them if there are fewer.
    [[nodiscard]] Result<Bytes, TableError> read_start(std::uint64_t count) const {
        Bytes bytes(std::min(count, source_.size()));
        if (const auto read = source_.read_at(0, bytes); !read) {
            return fail(TableError::unreadable, "header: " + read.error().message);
        }
        return bytes;
    }

    /// All blocks together must fill the rest of the source.
    [[nodiscard]] Result<void, TableError> check_size(const TableHeader& header) const {
        std::uint64_t end = header.size();
        for (std::size_t block = 0; block < header.block_sizes.size(); ++block) {
            end += header.block_sizes[block] + checksum_size;
            if (end > source_.size()) {
                return fail(TableError::corrupt,
                            fmt::format("block {} of {}: it ends at byte {}, but the table has {} bytes",
                                        block + 1, header.block_sizes.size(), end, source_.size()));
            }
        }
        if (end == source_.size()) return {};
        return fail(TableError::corrupt,
                    fmt::format("block {0} of {0}: {1} bytes follow that do not belong to it",
                                header.block_sizes.size(), source_.size() - end));
    }

    TableKind kind_;
    const ByteSource& source_;
};

}  // namespace

bool EncodedTable::is_exact() const {
    const auto prefix = decode_prefix(kind, ByteView(bytes).first(std::min(table_prefix_size, bytes.size())));
    return prefix && (prefix->flags & static_cast<std::uint8_t>(TableFlag::exact)) != 0;
}

BlockFile::BlockFile(std::shared_ptr<const ByteSource> source, std::string name, TableHeader header)
    : source_(std::move(source)), name_(std::move(name)), header_(std::move(header)) {
    std::uint64_t offset = header_.size();
    for (const std::uint32_t size : header_.block_sizes) {
        offsets_.push_back(offset);
        offset += size + checksum_size;
    }
}

Result<BlockFile, TableError> BlockFile::open(TableKind kind,
                                              std::shared_ptr<const ByteSource> source,
                                              std::string name) {
    auto header = HeaderReader(kind, *source).read();
    if (!header) return fail(header.error().kind, name + ": " + header.error().message);
    return BlockFile(std::move(source), std::move(name), std::move(*header));
}

Result<BlockFile, TableError> BlockFile::open(TableKind kind,
                                              std::shared_ptr<const ByteSource> source,
                                              std::string name,
                                              const CanonicalKey& key) {
    auto file = open(kind, std::move(source), std::move(name));
    if (file && file->header().key != key) {
        return fail(TableError::corrupt,
                    fmt::format("{}: header: it is the table of {}, not of {}", file->name_,
                                to_string(file->header().key), to_string(key)));
    }
    return file;
}

Result<Bytes, TableError> BlockFile::read_block(std::size_t block) const {
    const auto place = [&] { return fmt::format("{}: block {} of {}: ", name_, block + 1, block_count()); };
    Bytes bytes(std::size_t{header_.block_sizes[block]} + checksum_size);
    if (const auto read = source_->read_at(offsets_[block], bytes); !read) {
        return fail(TableError::unreadable, place() + read.error().message);
    }
    const ByteView all(bytes);
    if (ByteReader(all.last(checksum_size)).read_u64() !=
        checksum_of(all.first(header_.block_sizes[block]), block)) {
        return fail(TableError::corrupt, place() + "the checksum is wrong");
    }
    bytes.resize(header_.block_sizes[block]);
    return bytes;
}

Result<void, TableError> BlockFile::read_all(
    unsigned threads, const std::function<void(std::size_t block, const Bytes& bytes)>& use) const {
    std::optional<Error<TableError>> first_error;
    std::mutex mutex;
    parallel_for(block_count(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block) {
            const auto bytes = read_block(block);
            if (!bytes) {
                const std::scoped_lock lock(mutex);
                if (!first_error) first_error = bytes.error();
                return;
            }
            use(block, *bytes);
        }
    });
    if (first_error) return tl::unexpected(*first_error);
    return {};
}

Result<EncodedTable, TableError> BlockFile::copy() const {
    // These very bytes are checked, since reading them again might give others.
    auto bytes = source_->read_all();
    if (!bytes) return fail(TableError::unreadable, name_ + ": " + bytes.error().message);
    const auto copied = open(header_.kind, std::make_shared<const MemoryBytes>(*bytes), name_, header_.key);
    if (!copied) return tl::unexpected(copied.error());
    if (const auto checked = copied->check(); !checked) return tl::unexpected(checked.error());
    return EncodedTable{header_.key, std::move(*bytes), header_.kind};
}

Result<void, TableError> BlockFile::check() const {
    for (std::size_t block = 0; block < block_count(); ++block) {
        if (const auto bytes = read_block(block); !bytes) return tl::unexpected(bytes.error());
    }
    return {};
}

EncodedTable join_blocks(TableHeader header, std::span<const Bytes> blocks) {
    for (const Bytes& block : blocks) header.block_sizes.push_back(static_cast<std::uint32_t>(block.size()));
    ByteWriter writer;
    writer.write_bytes(encode_header(header));
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        writer.write_bytes(blocks[block]);
        writer.write_u64(checksum_of(blocks[block], block));
    }
    return {header.key, writer.take(), header.kind};
}

}  // namespace philidor
