#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/detail/checksum.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"
#include "philidor/pgn/detail/checksum_stream.hpp"
#include "philidor/pgn/detail/count_games.hpp"
#include "philidor/pgn/detail/decompression.hpp"
#include "philidor/pgn/detail/file_stream.hpp"
#include "philidor/pgn/detail/index_transaction.hpp"
#include "philidor/pgn/detail/stoppable_stream.hpp"
#include "philidor/pgn/pgn_index.hpp"

namespace philidor {

namespace {

using detail::ByteStream;
using detail::ChecksumStream;
using detail::CountedGames;
using detail::CountOptions;
using detail::IndexTransaction;

template <class T>
using AddResult = Result<T, AddGamesError>;

constexpr std::uint64_t bytes_per_key = 400;  // while keys are counted, named and sorted

/// A result of the index as that of adding a file.
template <class T>
AddResult<T> of_index(Result<T, IndexFileError> result) {
    return std::move(result).map_error([](Error<IndexFileError> error) {
        return Error<AddGamesError>{AddGamesError::index, std::move(error.message)};
    });
}

/// Adds one file.
class FileAdder {
  public:
    FileAdder(PgnIndex& index, const std::string& path, const AddGamesOptions& options)
        : index_(index), path_(path), options_(options), size_(detail::size_of_file(path)) {}

    [[nodiscard]] AddResult<AddedGames> add() {
        auto known_as = find_before_reading();
        if (!known_as) return tl::unexpected(std::move(known_as.error()));
        if (!known_as->empty()) return AddedGames{{}, std::move(*known_as), {}};

        RunningChecksum checksum;
        auto stream = open(checksum);
        if (!stream) return tl::unexpected(std::move(stream.error()));
        auto transaction = of_index(IndexTransaction::begin(index_, path_));
        if (!transaction) return tl::unexpected(std::move(transaction.error()));
        auto counted = count(**stream, **transaction);
        if (!counted) return tl::unexpected(std::move(counted.error()));

        const bool has_games = counted->totals.games != 0 || counted->totals.left_out != 0;
        if (!has_games && !counted->error && (*stream)->taken() != 0) {
            return fail(AddGamesError::file, in_quotes(path_) + ": there is no game in it; is it PGN?");
        }

        // Standard input can be recognised only now.
        const IndexedFile file{path_, (*stream)->taken(), checksum.value(), !counted->error};
        auto known_now = find(file.bytes, file.checksum);
        if (!known_now) return tl::unexpected(std::move(known_now.error()));
        if (known_now->empty()) {
            auto committed = of_index((*transaction)->commit(file, counted->totals));
            if (!committed) return tl::unexpected(std::move(committed.error()));
        }
        return AddedGames{counted->totals, std::move(*known_now), std::move(counted->error)};
    }

  private:
    /// A reading that failed because it was to stop is no fault of the file.
    [[nodiscard]] tl::unexpected<Error<AddGamesError>> file_failure(Error<FileError>& error) const {
        if (!options_.budget.goes_on()) return stopped();
        return fail(AddGamesError::file, std::move(error.message));
    }

    [[nodiscard]] static tl::unexpected<Error<AddGamesError>> stopped() {
        return fail(AddGamesError::stopped, "stopped");
    }

    /// The name under which a file with these bytes is in the index; empty if it is not.
    [[nodiscard]] AddResult<std::string> find(std::uint64_t bytes, std::uint64_t checksum) const {
        const auto files = of_index(index_.files());
        if (!files) return tl::unexpected(files.error());
        const auto found = std::ranges::find_if(*files, [&](const IndexedFile& file) {
            return file.bytes == bytes && file.checksum == checksum;
        });
        return found == files->end() ? std::string() : found->name;
    }

    /// The same for the file that is to be added. It is read for its checksum only if its size is known.
    [[nodiscard]] AddResult<std::string> find_before_reading() const {
        const auto files = of_index(index_.files());
        if (!files) return tl::unexpected(files.error());
        if (!size_ || std::ranges::find(*files, *size_, &IndexedFile::bytes) == files->end()) return "";
        const auto checksum = checksum_of_file();
        if (!checksum) return tl::unexpected(checksum.error());
        return find(*size_, *checksum);
    }

    [[nodiscard]] AddResult<std::uint64_t> checksum_of_file() const {
        auto file = detail::open_file_stream(path_);
        if (!file) return file_failure(file.error());
        RunningChecksum checksum;
        ChecksumStream stream(std::move(*file), checksum);
        Bytes buffer(std::size_t{1} << 20U);
        while (true) {
            auto count = stream.read(buffer);
            if (!count) return file_failure(count.error());
            if (*count == 0) return checksum.value();
            if (!options_.budget.goes_on()) return stopped();
        }
    }

    /// The games of the file; its bytes go into the checksum, which must outlive the stream.
    [[nodiscard]] AddResult<std::unique_ptr<ByteStream>> open(RunningChecksum& checksum) const {
        auto file = detail::open_file_stream(path_);
        if (!file) return file_failure(file.error());
        auto stream =
            detail::decompressed(std::make_unique<ChecksumStream>(std::move(*file), checksum), path_);
        if (!stream) return file_failure(stream.error());
        return std::make_unique<detail::StoppableStream>(std::move(*stream), options_.budget);
    }

    [[nodiscard]] AddResult<CountedGames> count(ByteStream& stream, IndexTransaction& transaction) const {
        AddResult<void> added;
        CountOptions options;
        options.most_men = index_.settings().most_men;
        options.names = index_.settings().names;
        options.most_keys =
            std::clamp<std::size_t>(options_.budget.memory_bytes / bytes_per_key, 1, options.most_keys);
        options.total_bytes = size_.value_or(0);
        if (options_.report) options.report = options_.report;
        options.store = [&](const detail::NamedCounts& counts) {
            added = of_index(transaction.add(counts));
            return added.has_value();
        };
        CountedGames counted = count_games(stream, options, options_.budget);
        if (!added) return tl::unexpected(std::move(added.error()));
        if (counted.is_stopped || !options_.budget.goes_on()) return stopped();
        return counted;
    }

    PgnIndex& index_;
    const std::string& path_;
    const AddGamesOptions& options_;
    std::optional<std::uint64_t> size_;
};

}  // namespace

Result<AddedGames, AddGamesError> add_games(PgnIndex& index,
                                            const std::string& path,
                                            const AddGamesOptions& options) {
    return FileAdder(index, path, options).add();
}

}  // namespace philidor
