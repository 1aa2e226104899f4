/// @file
/// Runs the program `philidor` as a shell would.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace philidor::cli {

/// The result of a finished program.
struct Finished {
    int exit_code = -1;  ///< -1 if a signal killed it
    std::string output;  ///< standard output
    std::string errors;  ///< standard error
};

/// A run of the program. Its input and both outputs are unnamed files, so that neither side waits for the
/// other.
class Program {
  public:
    /// Starts the program with these arguments and this standard input.
    explicit Program(const std::vector<std::string>& arguments, const std::string& input = "") {
        std::fwrite(input.data(), 1, input.size(), files_[0].get());
        std::rewind(files_[0].get());

        std::vector<std::string> words{PHILIDOR_PROGRAM};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> pointers;
        for (std::string& word : words) pointers.push_back(word.data());
        pointers.push_back(nullptr);

        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
            const auto& file = files_.at(static_cast<std::size_t>(stream));
            posix_spawn_file_actions_adddup2(&actions, fileno(file.get()), stream);
        }
        const int failure =
            posix_spawn(&process_, PHILIDOR_PROGRAM, &actions, nullptr, pointers.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        if (failure != 0) throw std::runtime_error("cannot start " PHILIDOR_PROGRAM);
    }

    /// Sends a signal.
    void send(int signal) const { kill(process_, signal); }

    /// What it has written to standard output so far.
    [[nodiscard]] std::string output_so_far() const {
        std::string text(4096, '\0');
        const ssize_t count = pread(fileno(files_[STDOUT_FILENO].get()), text.data(), text.size(), 0);
        text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return text;
    }

    /// Waits for the end, but kills the program after a minute.
    [[nodiscard]] Finished finish() const {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        int status = 0;
        while (waitpid(process_, &status, WNOHANG) == 0) {
            if (std::chrono::steady_clock::now() > deadline) send(SIGKILL);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(1), content(2)};
    }

  private:
    using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

    [[nodiscard]] static File make_file() { return {std::tmpfile(), &std::fclose}; }

    [[nodiscard]] std::string content(std::size_t stream) const {
        std::FILE* file = files_.at(stream).get();
        std::rewind(file);
        std::string text;
        for (int letter = std::fgetc(file); letter != EOF; letter = std::fgetc(file)) {
            text += static_cast<char>(letter);
        }
        return text;
    }

    std::array<File, 3> files_{make_file(), make_file(), make_file()};
    pid_t process_ = -1;
};

/// Runs the program to its end.
[[nodiscard]] inline Finished run(const std::vector<std::string>& arguments, const std::string& input = "") {
    return Program(arguments, input).finish();
}

}  // namespace philidor::cli
