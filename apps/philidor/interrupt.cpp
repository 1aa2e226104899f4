#include "interrupt.hpp"

#include <csignal>

namespace philidor::cli {

namespace {

// The one variable that a signal handler and the rest of a program share. Without callbacks, asking it and
// requesting a stop are operations on an atomic number.
std::stop_source
    interrupt_source;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables, cert-err58-cpp)

void remember_interrupt(int /*signal*/) { interrupt_source.request_stop(); }

}  // namespace

void catch_interrupt() {
    struct sigaction action = {};
    action.sa_handler = remember_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // and no SA_RESTART: waiting for input ends too
    sigaction(SIGINT, &action, nullptr);
}

bool is_interrupted() { return interrupt_source.stop_requested(); }

std::stop_token interrupt_token() { return interrupt_source.get_token(); }

CommandFailure interruption() { return {ExitCode::interrupted, "interrupted"}; }

}  // namespace philidor::cli
