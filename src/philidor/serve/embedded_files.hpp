/// @file
/// The files built into the program: the web page and the description of the API.
#pragma once

#include <span>
#include <string_view>

namespace philidor {

/// A file as the server hands it out.
struct EmbeddedFile {
    std::string_view path;    ///< the path in a request: "/index.html"
    std::string_view bytes;   ///< the contents
    std::string_view gzip;    ///< the contents compressed with gzip; empty if they are not
    std::string_view brotli;  ///< the contents compressed with brotli; empty if they are not
};

/// All files built into the program.
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

}  // namespace philidor
