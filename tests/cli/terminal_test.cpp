// Progress on terminals of several widths, as tmux shows them.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "philidor/base/test_support/eventually.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"

namespace philidor::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// A terminal of its own in which a command runs.
class Terminal {
  public:
    Terminal(unsigned columns, const std::string& command) {
        EXPECT_EQ(std::system(fmt::format("{} -f /dev/null new-session -d -x {} -y 24 \"{}; sleep 60\"",
                                          tmux_, columns, command)
                                  .c_str()),
                  0);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;
    ~Terminal() { (void)!std::system((tmux_ + " kill-server").c_str()); }

    /// The lines that are not blank, with those that have scrolled away.
    [[nodiscard]] std::vector<std::string> lines() const {
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
            popen((tmux_ + " capture-pane -p -S -500").c_str(), "r"), &pclose);
        std::string text;
        for (int letter = std::fgetc(pipe.get()); letter != EOF; letter = std::fgetc(pipe.get()))
            text += static_cast<char>(letter);
        std::vector<std::string> found;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) {
            if (line.find_first_not_of(' ') != std::string::npos) found.push_back(line);
        }
        return found;
    }

    [[nodiscard]] std::string text() const {
        std::string all;
        for (const std::string& line : lines()) all.append(line).append("\n");
        return all;
    }

    void press(const std::string& key) const {
        EXPECT_EQ(std::system((tmux_ + " send-keys " + key).c_str()), 0);
    }

    /// Whether these words appear.
    [[nodiscard]] bool shows(const std::string& words) const {
        return test_support::eventually([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            return text().find(words) != std::string::npos;
        });
    }

  private:
    static inline unsigned count_ = 0;
    std::string tmux_ = fmt::format("tmux -L philidor-{}-{}", ::getpid(), ++count_);
};

class Terminals : public testing::TestWithParam<unsigned> {
  protected:
    void SetUp() override {
        if (std::system("command -v tmux >/dev/null") != 0) GTEST_SKIP() << "tmux is not installed";
    }
};

TEST_P(Terminals, ShowOneLineOfAProofAndNoDebris) {
    // Free pawns: this takes minutes.
    const Terminal terminal(GetParam(),
                            PHILIDOR_PROGRAM " solve '4k3/ppp5/8/8/8/8/5PPP/4K3 w - - 0 1' --time 5");
    ASSERT_TRUE(terminal.shows("0:03 elapsed, 0:02 left")) << terminal.text();
    EXPECT_THAT(terminal.lines(), SizeIs(1)) << terminal.text();
    ASSERT_TRUE(terminal.shows("Try a longer --time")) << terminal.text();
    EXPECT_THAT(terminal.text(), Not(HasSubstr("elapsed")));
}

TEST_P(Terminals, ShowOneLineOfABuildAndAWordAtTheEnd) {
    const TemporaryFolder folder;
    const Terminal terminal(GetParam(), PHILIDOR_PROGRAM " generate Ka2b2vKc7 --quiet --store " +
                                            folder.path("tables") + " >/dev/null");
    ASSERT_TRUE(terminal.shows("0:02 elapsed")) << terminal.text();
    EXPECT_THAT(terminal.lines(), SizeIs(1)) << terminal.text();
    terminal.press("C-c");
    ASSERT_TRUE(terminal.shows("philidor: interrupted: ")) << terminal.text();
    EXPECT_THAT(terminal.text(), HasSubstr("philidor: stopping; once more to end at once"));
}

INSTANTIATE_TEST_SUITE_P(Widths, Terminals, testing::Values(60U, 80U, 120U));

}  // namespace
}  // namespace philidor::cli
