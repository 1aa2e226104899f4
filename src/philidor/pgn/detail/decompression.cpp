#include "philidor/pgn/detail/decompression.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#define ZLIB_CONST  // what it reads it does not change
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "philidor/base/detail/byte_reader.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/pgn/detail/file_stream.hpp"

namespace philidor::detail {

namespace {

constexpr std::size_t input_size = std::size_t{1} << 17U;

/// The bytes of a stream, with a look ahead.
class Input {
  public:
    Input(std::unique_ptr<ByteStream> stream, std::string name)
        : stream_(std::move(stream)), name_(std::move(name)), buffer_(input_size) {}

    /// What is there and not yet used.
    [[nodiscard]] ByteView available() const { return ByteView(buffer_).subspan(begin_, end_ - begin_); }

    /// These bytes of `available()` are used.
    void use(std::size_t count) { begin_ += count; }

    /// Reads on until there are `least` bytes or the stream ends.
    [[nodiscard]] Result<void, FileError> fill(std::size_t least) {
        while (available().size() < least) {
            std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                      buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
            end_ -= std::exchange(begin_, 0);
            const auto count = stream_->read(std::span(buffer_).subspan(end_));
            if (!count) return tl::unexpected(count.error());
            if (*count == 0) return {};
            end_ += *count;
        }
        return {};
    }

    [[nodiscard]] ByteStream& stream() const { return *stream_; }

    /// The error that the bytes are no good.
    [[nodiscard]] tl::unexpected<Error<FileError>> damage(std::string_view what) const {
        return fail(FileError::unreadable, fmt::format("cannot read {}: {}", in_quotes(name_), what));
    }

  private:
    std::unique_ptr<ByteStream> stream_;
    std::string name_;
    Bytes buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

/// Not compressed at all.
class PlainStream final : public ByteStream {
  public:
    explicit PlainStream(Input input) : input_(std::move(input)) {}

    [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override {
        const ByteView ahead = input_.available();
        if (ahead.empty()) return input_.stream().read(target);
        const std::size_t count = std::min(ahead.size(), target.size());
        std::ranges::copy(ahead.first(count), target.begin());
        input_.use(count);
        return count;
    }

    [[nodiscard]] std::uint64_t taken() const override { return input_.stream().taken(); }

  private:
    Input input_;
};

struct FreeZstd {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

/// Any number of frames, as zstd's own program reads them.
class ZstdStream final : public ByteStream {
  public:
    explicit ZstdStream(Input input) : input_(std::move(input)), decoder_(ZSTD_createDStream()) {
        ZSTD_DCtx_setParameter(decoder_.get(), ZSTD_d_windowLogMax, largest_window);
    }

    [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override {
        ZSTD_outBuffer output{target.data(), target.size(), 0};
        while (output.pos == 0) {
            if (auto filled = input_.fill(1); !filled) return tl::unexpected(std::move(filled.error()));
            const ByteView bytes = input_.available();
            if (bytes.empty() && !is_inside_frame_) return 0;
            ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
            const std::size_t hint = ZSTD_decompressStream(decoder_.get(), &output, &input);
            if (ZSTD_getErrorCode(hint) == ZSTD_error_frameParameter_windowTooLarge) {
                return input_.damage(
                    "its zstd window is larger than 128 MiB; compress it again, with "
                    "--long=27 at most");
            }
            if (ZSTD_isError(hint) != 0) {
                return input_.damage(fmt::format("the zstd data is damaged: {}", ZSTD_getErrorName(hint)));
            }
            input_.use(input.pos);
            is_inside_frame_ = hint != 0;
            if (bytes.empty() && output.pos == 0) return input_.damage("the zstd data ends too early");
        }
        return output.pos;
    }

    [[nodiscard]] std::uint64_t taken() const override { return input_.stream().taken(); }

  private:
    /// The logarithm of the memory that a file may ask for: as much as zstd's own program allows.
    static constexpr int largest_window = 27;

    Input input_;
    std::unique_ptr<ZSTD_DStream, FreeZstd> decoder_;
    bool is_inside_frame_ = false;
};

struct FreeZlib {
    void operator()(z_stream* stream) const {
        inflateEnd(stream);
        delete stream;
    }
};

/// Any number of members, as gzip's own program reads them.
class GzipStream final : public ByteStream {
  public:
    explicit GzipStream(Input input) : input_(std::move(input)), decoder_(new z_stream{}) {
        inflateInit2(decoder_.get(), gzip_only);
    }

    [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override {
        const auto size = static_cast<unsigned>(std::min<std::size_t>(target.size(), largest_output));
        decoder_->next_out = reinterpret_cast<Bytef*>(target.data());
        decoder_->avail_out = size;
        while (decoder_->avail_out == size) {
            if (auto filled = input_.fill(1); !filled) return tl::unexpected(std::move(filled.error()));
            const ByteView bytes = input_.available();
            if (bytes.empty()) {
                if (!is_inside_member_) return 0;
                return input_.damage("the gzip data ends too early");
            }
            decoder_->next_in = reinterpret_cast<const Bytef*>(bytes.data());
            decoder_->avail_in = static_cast<unsigned>(bytes.size());
            is_inside_member_ = true;
            const int state = inflate(decoder_.get(), Z_NO_FLUSH);
            input_.use(bytes.size() - decoder_->avail_in);
            if (state == Z_STREAM_END) {
                is_inside_member_ = false;
                inflateReset(decoder_.get());
            } else if (state != Z_OK && state != Z_BUF_ERROR && decoder_->avail_out == size) {
                return input_.damage(fmt::format("the gzip data is damaged: {}",
                                                 decoder_->msg != nullptr ? decoder_->msg : "no header"));
            }
        }
        return size - decoder_->avail_out;
    }

    [[nodiscard]] std::uint64_t taken() const override { return input_.stream().taken(); }

  private:
    static constexpr int gzip_only = 15 + 16;                 // the largest window, and gzip's header
    static constexpr std::size_t largest_output = 1U << 30U;  // zlib counts in 32 bits

    Input input_;
    std::unique_ptr<z_stream, FreeZlib> decoder_;
    bool is_inside_member_ = false;
};

constexpr std::uint32_t zstd_magic = 0xFD2FB528;
constexpr std::uint32_t skippable_magic = 0x184D2A50;  // the last digit can be any
constexpr std::uint16_t gzip_magic = 0x8B1F;

}  // namespace

Result<std::unique_ptr<ByteStream>, FileError> decompressed(std::unique_ptr<ByteStream> stream,
                                                            std::string name) {
    Input input(std::move(stream), std::move(name));
    if (auto filled = input.fill(sizeof zstd_magic); !filled) {
        return tl::unexpected(std::move(filled.error()));
    }
    const std::uint32_t magic = ByteReader(input.available()).read_u32();
    if (magic == zstd_magic || (magic & ~0xFU) == skippable_magic) {
        return std::make_unique<ZstdStream>(std::move(input));
    }
    if (ByteReader(input.available()).read_u16() == gzip_magic) {
        return std::make_unique<GzipStream>(std::move(input));
    }
    return std::make_unique<PlainStream>(std::move(input));
}

Result<std::unique_ptr<ByteStream>, FileError> open_decompressed(const std::string& path) {
    auto file = open_file_stream(path);
    if (!file) return file;
    return decompressed(std::move(*file), path);
}

}  // namespace philidor::detail
