#include "interrupt.hpp"

#include <atomic>
#include <csignal>

namespace philidor::cli {

namespace {

// The one variable that a signal handler and the rest of a program can share.
std::atomic<bool> interrupted = false;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free);

void remember_interrupt(int /*signal*/) { interrupted.store(true); }

}  // namespace

void catch_interrupt() {
    struct sigaction action = {};
    action.sa_handler = remember_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // and no SA_RESTART: waiting for input ends too
    sigaction(SIGINT, &action, nullptr);
}

bool is_interrupted() { return interrupted.load(); }

CommandFailure interruption() { return {ExitCode::interrupted, "interrupted"}; }

}  // namespace philidor::cli
