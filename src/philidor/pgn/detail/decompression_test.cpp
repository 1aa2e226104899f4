#include "philidor/pgn/detail/decompression.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/pgn/detail/file_stream.hpp"
#include "philidor/pgn/test_support/compressed_text.hpp"

namespace philidor::detail {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string text_of(std::span<const char> bytes) { return {bytes.begin(), bytes.end()}; }

/// What reading gives, and the error that ends it, if one does.
struct Reading {
    std::string text;
    std::string error;
};

/// Reads in pieces of this size from a stream that also gives pieces of it.
Reading read_all(const std::string& bytes, std::size_t piece) {
    auto stream =
        decompressed(std::make_unique<MemoryStream>(std::as_bytes(std::span(bytes)), piece), "the file");
    Reading reading;
    std::vector<char> buffer(piece);
    while (true) {
        const auto count = (*stream)->read(std::as_writable_bytes(std::span(buffer)));
        if (!count) {
            reading.error = count.error().message;
            return reading;
        }
        if (*count == 0) return reading;
        reading.text += text_of(std::span(buffer).first(*count));
    }
}

const std::string letter = [] {
    std::string text;
    for (int i = 0; i < 3000; ++i) text += std::to_string(i * i) + ' ';
    return text;
}();

class Decompression : public testing::TestWithParam<std::size_t> {};

TEST_P(Decompression, LeavesPlainBytesAlone) {
    for (const std::string& text : {letter, std::string(), std::string("1")}) {
        EXPECT_EQ(read_all(text, GetParam()).text, text);
    }
}

TEST_P(Decompression, ReadsZstdInAnyNumberOfFrames) {
    const std::string skippable("\x5A\x2A\x4D\x18\x03\0\0\0abc", 11);
    for (const std::string& bytes :
         {zstd_of(letter), zstd_of(letter.substr(0, 700)) + zstd_of("") + zstd_of(letter.substr(700)),
          skippable + zstd_of(letter) + skippable}) {
        const Reading reading = read_all(bytes, GetParam());
        EXPECT_EQ(reading.text, letter);
        EXPECT_EQ(reading.error, "");
    }
    EXPECT_EQ(read_all(zstd_of(""), GetParam()).text, "");
}

TEST_P(Decompression, ReadsGzipInAnyNumberOfMembers) {
    for (const std::string& bytes :
         {gzip_of(letter), gzip_of(letter.substr(0, 700)) + gzip_of("") + gzip_of(letter.substr(700))}) {
        const Reading reading = read_all(bytes, GetParam());
        EXPECT_EQ(reading.text, letter);
        EXPECT_EQ(reading.error, "");
    }
}

TEST_P(Decompression, SaysThatCompressedBytesEndTooEarly) {
    const std::string zstd = zstd_of(letter);
    const std::string gzip = gzip_of(letter);
    EXPECT_THAT(read_all(zstd.substr(0, zstd.size() / 2), GetParam()).error,
                AllOf(HasSubstr("\"the file\""), HasSubstr("zstd data ends too early")));
    EXPECT_THAT(read_all(gzip.substr(0, gzip.size() / 2), GetParam()).error,
                AllOf(HasSubstr("\"the file\""), HasSubstr("gzip data ends too early")));
}

TEST_P(Decompression, SaysThatCompressedBytesAreDamaged) {
    for (std::string bytes : {zstd_of(letter), gzip_of(letter)}) {
        bytes[bytes.size() - (bytes[0] == '\x1F' ? 8 : 1)] ^= '\x01';  // in the checksum
        EXPECT_THAT(read_all(bytes, GetParam()).error, HasSubstr("data is damaged: "));
    }
}

TEST_P(Decompression, GivesAllThatComesBeforeJunk) {
    for (const std::string& bytes : {zstd_of(letter), gzip_of(letter)}) {
        const Reading reading = read_all(bytes + "this is no frame", GetParam());
        EXPECT_EQ(reading.text, letter);
        EXPECT_THAT(reading.error, HasSubstr("data is damaged: "));
    }
}

TEST_P(Decompression, RefusesZstdWithAHugeWindow) {
    const auto frame_of = [](char window) {  // a header, and one block of three letters
        return std::string("\x28\xB5\x2F\xFD\0", 5) + window + std::string("\x19\0\0abc", 6);
    };
    EXPECT_EQ(read_all(frame_of('\x88'), GetParam()).text, "abc") << "2^27 bytes";
    EXPECT_THAT(read_all(frame_of('\x89'), GetParam()).error,
                AllOf(HasSubstr("\"the file\""), HasSubstr("window is larger than 128 MiB")));
}

INSTANTIATE_TEST_SUITE_P(Pieces, Decompression, testing::Values(1, 7, 1000, 1'000'000));

TEST(FileStream, NamesWhatItCannotOpen) {
    const auto absent = open_file_stream("no such file");
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().kind, FileError::absent);
    EXPECT_THAT(absent.error().message, HasSubstr("cannot open \"no such file\": "));
    const auto folder = open_file_stream(".");
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().message, HasSubstr("it is a folder"));
}

TEST(FileStream, ReadsAFileAndSaysHowFarItIs) {
    const auto stream = open_file_stream(PHILIDOR_SOURCE_DIR "/LICENSE");
    ASSERT_TRUE(stream);
    std::vector<std::byte> buffer(11);
    EXPECT_EQ((*stream)->read(buffer), 11U);
    EXPECT_EQ((*stream)->taken(), 11U);
    EXPECT_EQ(static_cast<char>(buffer[0]), 'M');
}

}  // namespace
}  // namespace philidor::detail
