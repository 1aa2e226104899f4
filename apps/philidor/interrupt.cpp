#include "interrupt.hpp"

#include <csignal>

namespace philidor::cli {

namespace {

/// The only variable that the signal handler shares with the rest of the program. No callback is registered
/// with it, so requesting a stop only sets an atomic flag, which a signal handler may do.
std::stop_source& interrupt_source() {
    static std::stop_source source;
    return source;
}

void remember_interrupt(int /*signal*/) { interrupt_source().request_stop(); }

}  // namespace

void catch_interrupt() {
    (void)interrupt_source();  // created now, not in the handler
    struct sigaction action = {};
    action.sa_handler = remember_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // without SA_RESTART, so waiting for input ends too
    sigaction(SIGINT, &action, nullptr);
}

bool is_interrupted() { return interrupt_source().stop_requested(); }

std::stop_token interrupt_token() { return interrupt_source().get_token(); }

CommandFailure interruption() { return {ExitCode::interrupted, "interrupted"}; }

}  // namespace philidor::cli
