// A store that is deleted while a program uses it.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include <gtest/gtest.h>

#include "philidor/base/test_support/eventually.hpp"

namespace philidor::cli {

/// Deletes a store of either kind, with all that belongs to it. The program may be about to write a table
/// into the folder, so once may not be enough.
inline void delete_store(const std::string& path) {
    for (const char* ending : {"", "-wal", "-shm"}) {
        EXPECT_TRUE(test_support::eventually([&] {
            std::error_code error;
            std::filesystem::remove_all(path + ending, error);
            return !error;
        }));
    }
}

}  // namespace philidor::cli
