/// @file
/// A place for files that are deleted after the test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace philidor {

/// A new folder, deleted with everything in it.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "philidor-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    /// The folder itself.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// The path of a name inside the folder.
    [[nodiscard]] std::string path(const std::string& name) const { return path_ + '/' + name; }

  private:
    std::string path_;
};

}  // namespace philidor
