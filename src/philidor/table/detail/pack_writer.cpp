#include "philidor/table/detail/pack_writer.hpp"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "philidor/base/detail/byte_writer.hpp"

namespace philidor::detail {

namespace {

/// A file is written as text; bytes are as good.
std::string_view as_text(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};  // NOLINT: any object may be read so
}

tl::unexpected<Error<TableError>> unwritable_pack(const Error<FileError>& error) {
    return fail(TableError::unwritable, error.message);
}

}  // namespace

Result<PackWriter, TableError> PackWriter::open(const std::string& path) {
    auto file = OutputFile::open(path);
    if (!file) return unwritable_pack(file.error());
    PackWriter writer(*std::move(file));
    if (const auto begun = writer.write(encode_pack_header()); !begun) return tl::unexpected(begun.error());
    return writer;
}

Result<void, TableError> PackWriter::write(ByteView bytes) {
    checksum_.add(bytes);
    written_ += bytes.size();
    if (const auto written = file_->write(as_text(bytes)); !written) return unwritable_pack(written.error());
    return {};
}

Result<void, TableError> PackWriter::add(const EncodedTable& table) {
    const PackName name = pack_name_of(table.kind, table.key);
    assert(entries_.empty() || entries_.back().name < name);
    entries_.push_back({name, table.bytes.size()});
    return write(table.bytes);
}

Result<PackWriter::Summary, TableError> PackWriter::finish() {
    PackFooter footer;
    footer.tables = entries_.size();
    footer.index = written_;
    ByteWriter directory;
    std::uint64_t offset = pack_header_size;
    for (std::size_t begin = 0, page = 0; begin < entries_.size(); begin += pack_page_entries, ++page) {
        directory.write_bytes(entries_[begin].name);
        ByteWriter writer;
        const std::size_t end = std::min(begin + pack_page_entries, entries_.size());
        for (std::size_t place = begin; place < end; ++place) {
            const Entry& entry = entries_[place];
            writer.write_bytes(entry.name);
            writer.write_u64(offset);
            writer.write_u64(entry.size);
            offset += entry.size;
        }
        writer.write_u64(checksum_of(writer.view(), page));
        if (const auto written = write(writer.view()); !written) return tl::unexpected(written.error());
    }
    if (!entries_.empty()) directory.write_bytes(entries_.back().name);
    footer.directory_checksum = checksum_of(directory.view());
    if (const auto written = write(directory.view()); !written) return tl::unexpected(written.error());
    footer.content_checksum = checksum_.value();
    footer.file_size = written_ + pack_footer_size;
    if (const auto written = write(encode_pack_footer(footer)); !written)
        return tl::unexpected(written.error());
    if (const auto done = file_->finish(); !done) return unwritable_pack(done.error());
    return Summary{footer.tables, footer.file_size, footer.content_checksum};
}

}  // namespace philidor::detail
