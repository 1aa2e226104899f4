/// @file
/// The files that are part of the program: the page, and what describes the interface.
#pragma once

#include <span>
#include <string_view>

namespace philidor {

/// A file as the server hands it out.
struct EmbeddedFile {
    std::string_view path;  ///< as in a request: "/index.html"
    std::string_view bytes;
};

/// All of them.
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

}  // namespace philidor
