#include "philidor/base/detail/memory_filesystem.hpp"

#include <utility>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"

namespace philidor {

void MemoryFileSystem::set_space(std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    space_ = bytes;
}

void MemoryFileSystem::place(const std::string& path, Bytes bytes) {
    const std::scoped_lock lock(mutex_);
    files_[path] = std::make_shared<const MemoryBytes>(std::move(bytes));
}

Result<std::shared_ptr<const ByteSource>, FileError> MemoryFileSystem::open(const std::string& path) const {
    const std::scoped_lock lock(mutex_);
    const auto file = files_.find(path);
    if (file != files_.end()) return file->second;
    return fail(FileError::absent, fmt::format("cannot open {}: there is no such file", in_quotes(path)));
}

Result<bool, FileError> MemoryFileSystem::exists(const std::string& path) const {
    const std::scoped_lock lock(mutex_);
    return files_.contains(path) || folders_.contains(path);
}

Result<std::vector<std::string>, FileError> MemoryFileSystem::list(const std::string& folder) const {
    const std::scoped_lock lock(mutex_);
    const std::string prefix = folder + '/';
    std::vector<std::string> names;
    for (const auto& [path, file] : files_) {
        if (path.starts_with(prefix) && path.find('/', prefix.size()) == std::string::npos) {
            names.push_back(path.substr(prefix.size()));
        }
    }
    return names;
}

Result<void, FileError> MemoryFileSystem::write_all(std::span<const NamedBytes> files) {
    const std::scoped_lock one_writer(writing_);
    for (const NamedBytes& file : files) {
        const auto keeps_older = file.keeps_older ? file.keeps_older() : false;
        if (!keeps_older) return tl::unexpected(keeps_older.error());
        if (*keeps_older) continue;
        const std::scoped_lock lock(mutex_);
        if (space_ && file.bytes.size() > *space_) {
            return fail(FileError::unwritable,
                        fmt::format("cannot write {}: no space left", in_quotes(file.path)));
        }
        if (space_) *space_ -= file.bytes.size();
        files_[file.path] = std::make_shared<const MemoryBytes>(Bytes(file.bytes.begin(), file.bytes.end()));
    }
    return {};
}

Result<void, FileError> MemoryFileSystem::rename(const std::string& from, const std::string& to) {
    const std::scoped_lock lock(mutex_);
    const auto file = files_.find(from);
    if (file == files_.end()) {
        return fail(FileError::absent,
                    fmt::format("cannot rename {}: there is no such file", in_quotes(from)));
    }
    files_[to] = std::move(file->second);
    files_.erase(from);
    return {};
}

Result<void, FileError> MemoryFileSystem::remove(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    if (files_.erase(path) != 0) return {};
    return fail(FileError::absent, fmt::format("cannot remove {}: there is no such file", in_quotes(path)));
}

Result<void, FileError> MemoryFileSystem::create_folder(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    folders_.insert(path);
    return {};
}

void MemoryFileSystem::remove_abandoned(const std::string&, const IsOurs&) {}

}  // namespace philidor
