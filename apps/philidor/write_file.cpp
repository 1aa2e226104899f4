#include "write_file.hpp"

#include "exit_code.hpp"
#include "read_input.hpp"

namespace philidor::cli {

std::unique_ptr<detail::OutputFile> open_output(const std::string& path) {
    return value_or_failure(detail::OutputFile::open(path), ExitCode::failed);
}

void write_and_finish(detail::OutputFile& file, const std::string& text) {
    value_or_failure(file.write(text), ExitCode::failed);
    value_or_failure(file.finish(), ExitCode::failed);
}

void write_file(const std::string& path, const std::string& text) {
    write_and_finish(*open_output(path), text);
}

}  // namespace philidor::cli
