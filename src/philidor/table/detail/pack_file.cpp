#include "philidor/table/detail/pack_file.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include "philidor/base/detail/byte_reader.hpp"
#include "philidor/base/detail/checksum.hpp"
#include "philidor/base/detail/in_quotes.hpp"

namespace philidor::detail {

namespace {

bool is_before(ByteView a, ByteView b) { return std::ranges::lexicographical_compare(a, b); }

/// How many of the first of `count` names are not after this one.
template <class NameAt>
std::uint64_t count_up_to(ByteView name, std::uint64_t count, const NameAt& name_at) {
    const auto numbers = std::views::iota(std::uint64_t{0}, count);
    const auto after = std::ranges::partition_point(
        numbers, [&](std::uint64_t number) { return !is_before(name, name_at(number)); });
    return static_cast<std::uint64_t>(after - numbers.begin());
}

/// Reads the footer and checks that the file has the size that it says.
Result<PackFooter, TableError> read_footer(ByteView bytes) {
    const auto corrupt = [](std::string what) { return fail(TableError::corrupt, std::move(what)); };
    const std::size_t magic_size = std::min(bytes.size(), pack_magic.size());
    if (ByteReader(bytes).read_text(magic_size) != pack_magic) return corrupt("it is not a pack");
    if (bytes.size() < pack_header_size + pack_footer_size) return corrupt("it is cut short");
    const auto version = std::to_integer<unsigned>(bytes[pack_magic.size()]);
    if (version != pack_format_version) {
        return fail(TableError::unsupported, fmt::format("its format version is {}, but only {} is known",
                                                         version, unsigned{pack_format_version}));
    }
    const auto footer = decode_pack_footer(bytes.last(pack_footer_size));
    if (!footer) return corrupt("its end is damaged, or it is cut short");
    // Numbers whose checksum is right may still be meant to deceive: nothing may overflow.
    const bool fits = footer->tables <= bytes.size() / pack_entry_size && footer->index <= bytes.size() &&
                      footer->index >= pack_header_size && footer->file_size == bytes.size() &&
                      footer->directory() + footer->directory_size() + pack_footer_size == bytes.size();
    if (!fits) return corrupt("its end speaks of another file");
    if (checksum_of(bytes.subspan(footer->directory(), footer->directory_size())) !=
        footer->directory_checksum) {
        return corrupt("its directory is damaged");
    }
    return *footer;
}

}  // namespace

Result<std::shared_ptr<const PackFile>, TableError> PackFile::open(const std::string& path) {
    auto file = MappedFile::open(path);
    if (!file) {
        const bool is_absent = file.error().kind == FileError::absent;
        return fail(is_absent ? TableError::absent : TableError::unreadable, file.error().message);
    }
    const auto footer = read_footer((*file)->view());
    if (!footer) return fail(footer.error().kind, in_quotes(path) + ": " + footer.error().message);
    return std::shared_ptr<const PackFile>(new PackFile(*std::move(file), path, *footer));
}

/// The entries of a page, checked.
Result<ByteView, TableError> PackFile::entries_of(std::uint64_t page) const {
    const std::uint64_t entries = std::min(footer_.tables - page * pack_page_entries, pack_page_entries);
    const ByteView bytes = file_->view().subspan(footer_.index + page * pack_page_size,
                                                 entries * pack_entry_size + checksum_size);
    const ByteView content = bytes.first(entries * pack_entry_size);
    if (ByteReader(bytes.last(checksum_size)).read_u64() == checksum_of(content, page)) return content;
    return fail(TableError::corrupt, fmt::format("{}: page {} of {} of its index is damaged",
                                                 in_quotes(path_), page + 1, footer_.pages()));
}

Result<std::optional<PackPlace>, TableError> PackFile::find(const PackName& name) const {
    // Of many packs, nearly all are done with here.
    if (footer_.tables == 0 || is_before(name, page_name(0)) || is_before(page_name(footer_.pages()), name))
        return std::nullopt;
    const std::uint64_t pages =
        count_up_to(name, footer_.pages(), [&](std::uint64_t page) { return page_name(page); });
    const auto entries = entries_of(pages - 1);
    if (!entries) return tl::unexpected(entries.error());
    const auto entry = [&](std::uint64_t place) { return entries->subspan(place * pack_entry_size); };
    const std::uint64_t count =
        count_up_to(name, entries->size() / pack_entry_size,
                    [&](std::uint64_t place) { return entry(place).first(pack_name_size); });
    if (count == 0 || !std::ranges::equal(entry(count - 1).first(pack_name_size), name)) return std::nullopt;
    ByteReader reader(entry(count - 1).subspan(pack_name_size));
    PackPlace place;
    place.offset = reader.read_u64();
    place.size = reader.read_u64();
    if (place.offset <= footer_.index && place.size <= footer_.index - place.offset) return place;
    return fail(TableError::corrupt, in_quotes(path_) + ": its index leads out of the file");
}

Result<BlockFile, TableError> PackFile::open_table(const PackPlace& place,
                                                   TableKind kind,
                                                   const CanonicalKey& key) const {
    const std::string name = fmt::format("{}, {} table {}", in_quotes(path_), name_of(kind), to_string(key));
    return BlockFile::open(kind, std::make_shared<const MappedPart>(file_, place.offset, place.size), name,
                           key);
}

Result<void, TableError> PackFile::for_each(const std::function<void(const NamedTable&)>& use) const {
    for (std::uint64_t page = 0; page < footer_.pages(); ++page) {
        auto entries = entries_of(page);
        if (!entries) return tl::unexpected(entries.error());
        for (; !entries->empty(); *entries = entries->subspan(pack_entry_size)) {
            const auto named = parse_pack_name(entries->first(pack_name_size));
            if (!named)
                return fail(TableError::corrupt,
                            in_quotes(path_) + ": its index has a name that means no table");
            use(*named);
        }
    }
    return {};
}

Result<void, TableError> PackFile::check() const {
    if (checksum_of(file_->view().first(footer_.file_size - pack_footer_size)) == footer_.content_checksum)
        return {};
    return fail(TableError::corrupt, in_quotes(path_) + ": the checksum is wrong");
}

}  // namespace philidor::detail
