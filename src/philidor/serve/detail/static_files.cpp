#include "philidor/serve/detail/static_files.hpp"

#include <array>
#include <memory>
#include <utility>

#include "philidor/serve/embedded_files.hpp"

namespace philidor::detail {

namespace {

std::string_view content_type_of(std::string_view path) {
    using Type = std::pair<std::string_view, std::string_view>;
    constexpr std::array types{Type{".html", "text/html; charset=utf-8"},
                               Type{".js", "text/javascript; charset=utf-8"},
                               Type{".css", "text/css; charset=utf-8"},
                               Type{".json", "application/json"},
                               Type{".svg", "image/svg+xml"},
                               Type{".wasm", "application/wasm"},
                               Type{".png", "image/png"},
                               Type{".ico", "image/x-icon"},
                               Type{".woff2", "font/woff2"},
                               Type{".webmanifest", "application/manifest+json"}};
    for (const auto& [ending, type] : types) {
        if (path.ends_with(ending)) return type;
    }
    return "text/plain; charset=utf-8";
}

Reply reply_with(std::string_view path, std::string_view bytes, std::string_view encoding) {
    Reply reply;
    reply.content_type = content_type_of(path);
    reply.content_encoding = encoding;
    reply.varies_by_encoding = true;
    if (!bytes.empty() || encoding.empty()) reply.body = std::make_shared<const std::string>(bytes);
    return reply;
}

}  // namespace

StaticFiles::StaticFiles() {
    for (const EmbeddedFile& file : embedded_files()) {
        files_.emplace(file.path,
                       Forms{reply_with(file.path, file.bytes, ""), reply_with(file.path, file.gzip, "gzip"),
                             reply_with(file.path, file.brotli, "br")});
    }
}

std::optional<Reply> StaticFiles::find(std::string_view path, AcceptedEncodings encodings) const {
    const auto found = files_.find(path == "/" ? "/index.html" : path);
    if (found == files_.end()) return std::nullopt;
    const auto& [plain, gzip, brotli] = found->second;
    if (encodings.brotli && brotli.body != nullptr) return brotli;
    if (encodings.gzip && gzip.body != nullptr) return gzip;
    return plain;
}

}  // namespace philidor::detail
