#include "philidor/table/syzygy_tables.hpp"

#ifdef PHILIDOR_HAS_FATHOM  // else no_syzygy_tables.cpp stands in

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <fmt/format.h>
#include <tbprobe.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

namespace {

/// Whether the one object exists. Fathom keeps its tables in variables of the process, and so must this.
std::atomic<bool> is_open = false;

/// What fathom was started with, for the one who has set `is_open`. Its tables stay until others are asked
/// for: to free them, this version of fathom writes a line for each to standard error.
std::string& folders_in_use() {
    static std::string folders;
    return folders;
}

/// The kinds of files that fathom reads, and how they begin.
struct FileKind {
    std::string_view ending;
    std::string_view magic;
};

constexpr std::array file_kinds{
    FileKind{".rtbw", "\x71\xe8\x23\x5d"},
    FileKind{".rtbz", "\xd7\x66\x0c\xa5"},
};

/// Blocks of 64 bytes, and a checksum.
constexpr std::uintmax_t size_of_blocks = 64;
constexpr std::uintmax_t size_of_checksum = 16;

/// Looks at every file before fathom does, which would print what it finds amiss, or end the process. Returns
/// how many there are.
Result<std::size_t, SyzygyError> count_files(const std::string& folders) {
    std::size_t count = 0;
    for (const std::string& folder : split_store_paths(folders)) {
        std::error_code failure;
        for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
            const std::string ending = entry.path().extension().string();
            for (const FileKind& kind : file_kinds) {
                if (ending != kind.ending) continue;
                std::array<char, 4> begin{};
                std::ifstream file(entry.path(), std::ios::binary);
                const bool is_read = static_cast<bool>(file.read(begin.data(), begin.size()));
                const std::uintmax_t size = entry.file_size(failure);
                const bool is_whole = !failure && size % size_of_blocks == size_of_checksum;
                if (!is_read || !is_whole || std::string_view(begin.data(), begin.size()) != kind.magic) {
                    return fail(SyzygyError::damaged,
                                fmt::format("{} is damaged or no table of Syzygy, so none of them is used",
                                            in_quotes(entry.path().string())));
                }
                ++count;
            }
        }
    }
    if (count == 0)
        return fail(SyzygyError::absent,
                    fmt::format("there are no tables of Syzygy in {}", in_quotes(folders)));
    return count;
}

/// What fathom's values mean, which are numbers from 0 for a loss to 4 for a win.
constexpr std::array value_names{
    RuledValue(WdlBounds::exactly(Wdl::loss), WdlBounds::exactly(Wdl::loss)),
    RuledValue(WdlBounds::exactly(Wdl::loss), WdlBounds::exactly(Wdl::draw)),
    RuledValue(WdlBounds::exactly(Wdl::draw), WdlBounds::exactly(Wdl::draw)),
    RuledValue(WdlBounds::exactly(Wdl::win), WdlBounds::exactly(Wdl::draw)),
    RuledValue(WdlBounds::exactly(Wdl::win), WdlBounds::exactly(Wdl::win)),
};

/// Calls one of fathom's functions with a position. They have parameters of their own after the clock, the
/// castling rights, the square for en passant (0 for none) and the side to move.
template <class Probe, class... More>
unsigned call(const Probe& probe, const Board& board, More... more) {
    const auto set = [&](PieceType type) { return board.pieces(type).bits(); };
    const auto en_passant = board.legal_en_passant();
    const unsigned castling = board.castling().none() ? 0 : TB_CASTLING_K;
    return probe(board.pieces(Color::white).bits(), board.pieces(Color::black).bits(), set(PieceType::king),
                 set(PieceType::queen), set(PieceType::rook), set(PieceType::bishop), set(PieceType::knight),
                 set(PieceType::pawn), 0U, castling, en_passant ? index_of(*en_passant) : 0U,
                 board.side_to_move() == Color::white, more...);
}

}  // namespace

Result<std::unique_ptr<SyzygyTables>, SyzygyError> SyzygyTables::open(const std::string& folders) {
    const auto count = count_files(folders);
    if (!count) return tl::unexpected(count.error());
    if (is_open.exchange(true)) {
        return fail(
            SyzygyError::already_open,
            fmt::format("{} cannot be opened while other tables of Syzygy are in use", in_quotes(folders)));
    }
    std::unique_ptr<SyzygyTables> tables(new SyzygyTables(*count));
    const bool is_started = folders_in_use() == folders;
    folders_in_use() = folders;
    if ((!is_started && !tb_init(folders.c_str())) || TB_LARGEST == 0)
        return fail(SyzygyError::absent,
                    fmt::format("there are no tables of Syzygy in {}", in_quotes(folders)));
    tables->most_men_ = TB_LARGEST;
    return tables;
}

SyzygyTables::~SyzygyTables() { is_open = false; }

std::optional<RuledValue> SyzygyTables::value_of(const Board& board) const {
    if (board.occupied().count() > most_men_) return std::nullopt;
    const unsigned value = call(tb_probe_wdl, board);
    if (value >= value_names.size()) return std::nullopt;
    return value_names[value];
}

std::optional<int> SyzygyTables::rounded_dtz_of(const Board& board) const {
    const auto value = value_of(board);
    if (!value) return std::nullopt;
    const std::lock_guard lock(measuring_);
    const unsigned result = call(tb_probe_root, board, nullptr);
    if (result == TB_RESULT_FAILED || result == TB_RESULT_CHECKMATE || result == TB_RESULT_STALEMATE)
        return std::nullopt;
    return static_cast<int>(value->plain.worst) * static_cast<int>(TB_GET_DTZ(result));
}

std::string syzygy_folders_of_environment() {
    const char* const folders = std::getenv("SYZYGY_PATH");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    return folders == nullptr ? "" : folders;
}

}  // namespace philidor

#endif
