#include "interrupt.hpp"

#include <csignal>

namespace philidor::cli {

namespace {

/// The one variable that the signal handler and the rest of the program share. No callback is ever registered
/// with it, so that to request a stop is to set an atomic flag, which a handler may do.
std::stop_source& interrupt_source() {
    static std::stop_source source;
    return source;
}

void remember_interrupt(int /*signal*/) { interrupt_source().request_stop(); }

}  // namespace

void catch_interrupt() {
    (void)interrupt_source();  // made now, not in the handler
    struct sigaction action = {};
    action.sa_handler = remember_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // and no SA_RESTART: waiting for input ends too
    sigaction(SIGINT, &action, nullptr);
}

bool is_interrupted() { return interrupt_source().stop_requested(); }

std::stop_token interrupt_token() { return interrupt_source().get_token(); }

CommandFailure interruption() { return {ExitCode::interrupted, "interrupted"}; }

}  // namespace philidor::cli
