#include "interrupt.hpp"

#include <csignal>
#include <string_view>

#include <unistd.h>

namespace philidor::cli {

namespace {

/// These are all that the signal handler shares with the rest of the program. No callback is registered
/// with the source, so requesting a stop only sets an atomic flag, which a signal handler may do.
std::stop_source& interrupt_source() {
    static std::stop_source source;
    return source;
}

volatile std::sig_atomic_t last_signal = 0;
volatile std::sig_atomic_t has_terminal = 0;  ///< somebody sees standard error

constexpr std::string_view interrupted = "interrupted";
constexpr std::string_view terminated = "terminated";

void catch_with(void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // without SA_RESTART, so waiting for input ends too
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

/// Only calls that a signal handler may make.
void end_program(int signal) {
    const bool is_terminated = signal == SIGTERM;
    const std::string_view word = is_terminated ? terminated : interrupted;
    for (const std::string_view text : {std::string_view("philidor: "), word, std::string_view("\n")})
        (void)!::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(static_cast<int>(is_terminated ? ExitCode::terminated : ExitCode::interrupted));
}

/// Only calls that a signal handler may make.
void remember_interrupt(int signal) {
    constexpr std::string_view word = "\nphilidor: stopping; once more to end at once\n";
    if (has_terminal != 0) (void)!::write(STDERR_FILENO, word.data(), word.size());
    last_signal = signal;
    interrupt_source().request_stop();
}

}  // namespace

void catch_interrupt() {
    (void)interrupt_source();  // created now, not in the handler
    has_terminal = ::isatty(STDERR_FILENO);
    catch_with(remember_interrupt);
}

void end_at_interrupt() { catch_with(end_program); }

bool is_interrupted() { return interrupt_source().stop_requested(); }

std::stop_token interrupt_token() { return interrupt_source().get_token(); }

CommandFailure interruption(const std::string& text) {
    const bool is_terminated = last_signal == SIGTERM;
    const std::string word(is_terminated ? terminated : interrupted);
    return {is_terminated ? ExitCode::terminated : ExitCode::interrupted,
            text.empty() ? word : word + ": " + text};
}

}  // namespace philidor::cli
