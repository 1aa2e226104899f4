#include "manifest.hpp"

#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exit_code.hpp"
#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"

namespace philidor::cli {
namespace {

using testing::HasSubstr;

Bytes bytes_of(std::string_view text) {
    ByteWriter writer;
    writer.write_text(text);
    return writer.take();
}

TEST(Manifest, HasTheChecksumsOfTheStandard) {
    EXPECT_EQ(sha256_of({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_of(bytes_of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Manifest, IsReadAsItIsWritten) {
    const TemporaryFolder folder;
    const std::string text = sha256_of({}) + "  KQvK.dtz\n" + sha256_of(bytes_of("abc")) + "  KQvK.wdl\n";
    std::ofstream(folder.path("m")) << text;
    EXPECT_EQ(to_text(read_manifest(folder.path("m"))), text);
}

TEST(Manifest, QuotesALineThatItCannotRead) {
    const TemporaryFolder folder;
    const std::string checksum = sha256_of({});
    for (const std::string& line :
         {std::string("nonsense"), checksum, checksum + "  movie.mkv", checksum + "  KvKQ.wdl",
          checksum + " KvK.wdl", checksum + "  ../KvK.wdl", "E" + checksum.substr(1) + "  KvK.wdl"}) {
        std::ofstream(folder.path("m")) << checksum << " *KvK.wdl\n" << line << '\n';
        try {
            (void)read_manifest(folder.path("m"));
            ADD_FAILURE() << line;
        } catch (const CommandFailure& failure) {
            EXPECT_EQ(failure.code(), ExitCode::bad_input);
            EXPECT_THAT(failure.what(), HasSubstr("line 2 is no line of a manifest: \"" + line + "\""));
        }
    }
    EXPECT_THROW((void)read_manifest(folder.path("absent")), CommandFailure);
    EXPECT_THROW((void)read_manifest(folder.path()), CommandFailure);
}

}  // namespace
}  // namespace philidor::cli
