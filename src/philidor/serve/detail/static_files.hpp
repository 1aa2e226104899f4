/// @file
/// Replies with the files that are built into the program.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

#include "philidor/serve/reply.hpp"

namespace philidor::detail {

/// The ways in which a client lets an answer be compressed.
struct AcceptedEncodings {
    bool brotli = false;  ///< "br"
    bool gzip = false;    ///< "gzip"
};

/// The files of `embedded_files`, ready to be sent. They were compressed when the program was built.
class StaticFiles {
  public:
    /// All files.
    StaticFiles();

    /// The reply with the file of this path, compressed as well as the client allows. Empty if there is none.
    [[nodiscard]] std::optional<Reply> find(std::string_view path, AcceptedEncodings encodings) const;

  private:
    /// The replies with a file in each of its forms; those that do not exist have no body.
    struct Forms {
        Reply plain;
        Reply gzip;
        Reply brotli;
    };

    std::unordered_map<std::string_view, Forms> files_;
};

}  // namespace philidor::detail
