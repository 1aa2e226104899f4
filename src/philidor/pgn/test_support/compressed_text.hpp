/// @file
/// Compressed files for tests.
#pragma once

#include <string>

#include <zlib.h>
#include <zstd.h>

namespace philidor {

/// A text as a zstd file.
[[nodiscard]] inline std::string zstd_of(const std::string& text) {
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    bytes.resize(ZSTD_compress2(context, bytes.data(), bytes.size(), text.data(), text.size()));
    ZSTD_freeCCtx(context);
    return bytes;
}

/// A text as a gzip file.
[[nodiscard]] inline std::string gzip_of(std::string text) {
    std::string bytes(text.size() + 100, '\0');
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<unsigned>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<unsigned>(bytes.size());
    deflate(&stream, Z_FINISH);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

}  // namespace philidor
