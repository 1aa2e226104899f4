/// @file
/// A disk that fails once.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "philidor/base/detail/filesystem.hpp"

namespace philidor::test_support {

/// Counts calls, and says which of them fails.
class FaultCounter {
  public:
    /// The call after this many others fails, counting from now on.
    void fail_after(std::size_t calls) {
        left_ = calls;
        has_failed_ = false;
    }
    /// No call fails from now on.
    void heal() { fail_after(std::numeric_limits<std::size_t>::max()); }
    /// Whether a call has failed since the last `fail_after`.
    [[nodiscard]] bool has_failed() const { return has_failed_; }
    /// Counts a call; whether it fails.
    [[nodiscard]] bool is_fault() {
        if (left_-- != 0) return false;
        has_failed_ = true;
        return true;
    }

  private:
    std::atomic<std::size_t> left_ = std::numeric_limits<std::size_t>::max();
    std::atomic<bool> has_failed_ = false;
};

/// A file whose readings count.
class FaultySource final : public ByteSource {
  public:
    FaultySource(std::shared_ptr<const ByteSource> source, std::shared_ptr<FaultCounter> faults)
        : source_(std::move(source)), faults_(std::move(faults)) {}

    [[nodiscard]] std::uint64_t size() const override { return source_->size(); }
    [[nodiscard]] Result<void, FileError> read_at(std::uint64_t offset,
                                                  std::span<std::byte> target) const override {
        if (faults_->is_fault()) return fail(FileError::unreadable, "a fault while reading");
        return source_->read_at(offset, target);
    }

  private:
    std::shared_ptr<const ByteSource> source_;
    std::shared_ptr<FaultCounter> faults_;
};

/// The files of another file system, with a fault among all that is done with them. Of several files that are
/// written at once, the first half is written when the fault comes.
class FaultyFileSystem final : public FileSystem {
  public:
    explicit FaultyFileSystem(std::shared_ptr<FileSystem> files) : files_(std::move(files)) {}

    /// Where faults are asked for.
    [[nodiscard]] FaultCounter& faults() const { return *faults_; }

    [[nodiscard]] Result<std::shared_ptr<const ByteSource>, FileError> open(
        const std::string& path) const override {
        if (faults_->is_fault()) return unreadable();
        auto source = files_->open(path);
        if (!source) return source;
        return std::make_shared<const FaultySource>(*std::move(source), faults_);
    }
    [[nodiscard]] Result<bool, FileError> exists(const std::string& path) const override {
        return faults_->is_fault() ? unreadable() : files_->exists(path);
    }
    [[nodiscard]] Result<std::vector<std::string>, FileError> list(const std::string& folder) const override {
        return faults_->is_fault() ? unreadable() : files_->list(folder);
    }
    [[nodiscard]] Result<void, FileError> write_all(std::span<const NamedBytes> files) override {
        if (!faults_->is_fault()) return files_->write_all(files);
        (void)files_->write_all(files.first(files.size() / 2));
        return unwritable();
    }
    [[nodiscard]] Result<void, FileError> rename(const std::string& from, const std::string& to) override {
        return faults_->is_fault() ? unwritable() : files_->rename(from, to);
    }
    [[nodiscard]] Result<void, FileError> remove(const std::string& path) override {
        return faults_->is_fault() ? unwritable() : files_->remove(path);
    }
    [[nodiscard]] Result<void, FileError> create_folder(const std::string& path) override {
        return faults_->is_fault() ? unwritable() : files_->create_folder(path);
    }
    void remove_abandoned(const std::string& folder, const IsOurs& is_ours) override {
        files_->remove_abandoned(folder, is_ours);
    }

  private:
    static tl::unexpected<Error<FileError>> unreadable() { return fail(FileError::unreadable, "a fault"); }
    static tl::unexpected<Error<FileError>> unwritable() { return fail(FileError::unwritable, "a fault"); }

    std::shared_ptr<FileSystem> files_;
    std::shared_ptr<FaultCounter> faults_ = std::make_shared<FaultCounter>();
};

}  // namespace philidor::test_support
