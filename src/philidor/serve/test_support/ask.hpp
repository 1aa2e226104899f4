/// @file
/// Asking a service and waiting for its answer.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "philidor/serve/service.hpp"

namespace philidor::test_support {

/// Waits for the reply of a job. Empty if it does not come within an hour.
[[nodiscard]] inline std::optional<Reply> reply_of(const SolveQueue::Listener& job) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::hours(1);
    while (std::chrono::steady_clock::now() < deadline) {
        if (auto reply = job->news().reply) return reply;
        std::this_thread::yield();
    }
    return std::nullopt;
}

/// The reply to a request, however long it takes.
[[nodiscard]] inline Reply answer_to(Service& service, const Query& query) {
    const auto asked = service.ask(query);
    if (const Reply* reply = std::get_if<Reply>(&asked)) return *reply;
    while (true) {
        if (auto reply = reply_by_now(std::get<Pending>(asked))) return *std::move(reply);
        std::this_thread::yield();
    }
}

/// The reply to a request of a client.
[[nodiscard]] inline Reply answer_to(Service& service,
                                     std::string_view path,
                                     std::optional<std::string> fen = {},
                                     std::string client = "client") {
    return answer_to(service, Query{path, std::move(fen), std::move(client)});
}

}  // namespace philidor::test_support
