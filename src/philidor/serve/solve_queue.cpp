#include "philidor/serve/solve_queue.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace philidor {

namespace {

/// Look-ups take milliseconds, so more of them may wait.
constexpr std::size_t most_lookups_waiting = 1024;

/// Where the numbers of a client stand: look-ups and proofs are counted apart.
std::size_t kind_of(Lane lane) { return lane == Lane::lookup ? 0 : 1; }

auto refused(QueueError error) { return fail(error, message_of(error)); }

}  // namespace

std::string message_of(QueueError error) {
    switch (error) {
        case QueueError::full: return "too many positions are waiting to be solved";
        case QueueError::unfair: return "this client has too many positions waiting to be solved";
        case QueueError::closed: break;
    }
    return "the server is shutting down";
}

SolveJob::News SolveJob::news() const {
    const std::lock_guard lock(mutex_);
    return news_;
}

void SolveJob::change() {
    ++news_.version;
    for (const auto& [number, wake] : wakes_) wake();
}

void SolveJob::report(std::string progress) {
    const std::lock_guard lock(mutex_);
    news_.progress = std::move(progress);
    change();
}

void SolveJob::publish(Reply reply) {
    const std::lock_guard lock(mutex_);
    if (news_.reply) return;
    news_.reply = std::move(reply);
    change();
}

void SolveJob::go_on(Next next, Reply fallback) {
    const std::lock_guard lock(mutex_);
    next_ = std::move(next);
    news_.fallback = std::move(fallback);
}

std::optional<SolveJob::Next> SolveJob::take_next() {
    const std::lock_guard lock(mutex_);
    return std::exchange(next_, std::nullopt);
}

void SolveJob::begin_proof() {
    const std::lock_guard lock(mutex_);
    news_.fallback.reset();
}

void SolveJob::add_wake(std::uint64_t number, Wake wake) {
    const std::lock_guard lock(mutex_);
    wakes_.emplace(number, std::move(wake));
}

void SolveJob::remove_wake(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    wakes_.erase(number);
}

SolveQueue::SolveQueue(const QueueLimits& limits) : limits_(limits) {
    const auto start = [this](unsigned count, const std::vector<Lane>& lanes) {
        for (unsigned i = 0; i < count; ++i) workers_.emplace_back([this, lanes] { serve(lanes); });
    };
    start(limits_.lookups, {Lane::lookup});
    start(limits_.workers, {Lane::short_proof, Lane::long_proof});
    start(1, {Lane::short_proof});
}

SolveQueue::~SolveQueue() { close(); }

Result<SolveQueue::Listener, QueueError> SolveQueue::submit(Request request) {
    const std::lock_guard lock(mutex_);
    auto joined = join(request);
    if (!joined) return tl::unexpected(joined.error());
    const EntryPointer entry = *std::move(joined);
    entry->clients.push_back(request.client);
    ++client_named(request.client).listeners;
    const std::uint64_t number = ++listeners_;
    entry->job->add_wake(number, std::move(request.wake));
    return Listener(entry->job.get(), [this, entry, client = std::move(request.client),
                                       number](const SolveJob*) { leave(entry, client, number); });
}

Result<SolveQueue::EntryPointer, QueueError> SolveQueue::join(Request& request) {
    if (is_closed_) return refused(QueueError::closed);
    if (const auto own = clients_.find(request.client);
        own != clients_.end() && own->second.listeners >= limits_.of_one_client) {
        return refused(QueueError::unfair);
    }
    if (const auto found = jobs_.find(request.name); found != jobs_.end()) return found->second;
    const bool is_lookup = request.lane == Lane::lookup;
    if (is_lookup ? waiting_in(Lane::lookup).size() >= most_lookups_waiting
                  : proofs_waiting() >= limits_.waiting) {
        return refused(QueueError::full);
    }
    auto job = std::make_shared<SolveJob>(std::move(request.fallback));
    auto entry = std::make_shared<Entry>(
        Entry{request.name, request.lane, std::move(request.work), std::move(job), {}});
    jobs_.emplace(request.name, entry);
    add(entry);
    return entry;
}

void SolveQueue::add(const EntryPointer& entry) {
    waiting_in(entry->lane).push_back(entry);
    changed_[kind_of(entry->lane)].notify_all();
}

SolveQueue::Client& SolveQueue::client_named(const std::string& name) {
    const auto [place, is_new] = clients_.try_emplace(name);
    if (is_new) {  // as if it had just been served, so that it does not overtake those that wait
        ++turns_;
        place->second.last_turn.fill(turns_);
    }
    return place->second;
}

void SolveQueue::forget_if_idle(const std::string& client) {
    const auto own = clients_.find(client);
    const Client& numbers = own->second;
    if (numbers.listeners + numbers.running[0] + numbers.running[1] == 0) clients_.erase(own);
}

void SolveQueue::leave(const EntryPointer& entry, const std::string& client, std::uint64_t listener) {
    entry->job->remove_wake(listener);
    const std::lock_guard lock(mutex_);
    --clients_.at(client).listeners;
    forget_if_idle(client);
    entry->clients.erase(std::ranges::find(entry->clients, client));
    if (!entry->clients.empty()) return;
    const auto found = jobs_.find(entry->name);
    if (found == jobs_.end() || found->second != entry) return;  // it has ended
    entry->job->cancel();
    jobs_.erase(found);
    waiting_in(entry->lane).remove(entry);  // if it is not there, it is running and was told to stop
}

void SolveQueue::close() {
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
        for (const auto& [name, entry] : jobs_) entry->job->cancel();
        for (auto& changed : changed_) changed.notify_all();
    }
    workers_.clear();  // waits for them
}

std::size_t SolveQueue::proofs_waiting() const {
    return waiting_[static_cast<std::size_t>(Lane::short_proof)].size() +
           waiting_[static_cast<std::size_t>(Lane::long_proof)].size();
}

SolveQueue::Load SolveQueue::load() const {
    const std::lock_guard lock(mutex_);
    return {running_, proofs_waiting()};
}

SolveQueue::Turn SolveQueue::take_turn(const std::vector<Lane>& lanes) {
    Turn best;
    std::pair<std::size_t, std::uint64_t> best_rank;
    for (const Lane lane : lanes) {
        const std::size_t kind = kind_of(lane);
        for (const EntryPointer& entry : waiting_in(lane)) {
            for (const std::string& name : entry->clients) {
                const Client& client = clients_.at(name);
                const bool has_its_share =
                    lane != Lane::lookup && client.running[kind] >= limits_.proofs_of_one_client();
                if (has_its_share && !is_closed_) continue;
                const std::pair rank(client.running[kind], client.last_turn[kind]);
                if (best.entry != nullptr && rank >= best_rank) continue;
                best = {entry, name};
                best_rank = rank;
            }
        }
    }
    if (best.entry == nullptr) return best;
    waiting_in(best.entry->lane).remove(best.entry);
    Client& client = clients_.at(best.client);
    const std::size_t kind = kind_of(best.entry->lane);
    ++client.running[kind];
    client.last_turn[kind] = ++turns_;
    if (best.entry->lane != Lane::lookup) {
        ++running_;
        best.entry->job->begin_proof();
    }
    return best;
}

void SolveQueue::serve(const std::vector<Lane>& lanes) {
    std::unique_lock lock(mutex_);
    while (true) {
        const Turn turn = take_turn(lanes);
        if (turn.entry == nullptr) {
            if (is_closed_) return;
            changed_[kind_of(lanes.front())].wait(lock);
            continue;
        }
        lock.unlock();
        run(*turn.entry);
        lock.lock();
        finish(turn);
        changed_[kind_of(lanes.front())].notify_all();  // the client may have its next turn
    }
}

void SolveQueue::run(const Entry& entry) {
    try {
        entry.work(*entry.job);
    } catch (const std::bad_alloc&) {
        entry.job->publish(error_reply(HttpStatus::unavailable, "not enough memory"));
    } catch (const std::exception& error) {
        entry.job->publish(error_reply(HttpStatus::internal_error, error.what()));
    }
}

void SolveQueue::finish(const Turn& turn) {
    const auto& [entry, client] = turn;
    --clients_.at(client).running[kind_of(entry->lane)];
    forget_if_idle(client);
    if (entry->lane != Lane::lookup) --running_;
    const auto own = jobs_.find(entry->name);  // if it was abandoned, another job may have its name
    if (own == jobs_.end() || own->second != entry) return;
    if (auto next = entry->job->take_next()) {
        if (!is_closed_ && proofs_waiting() < limits_.waiting) {
            entry->lane = next->lane;
            entry->work = std::move(next->work);
            return add(entry);
        }
        entry->job->publish(next->if_refused());
    }
    jobs_.erase(own);
    entry->job->publish(error_reply(HttpStatus::internal_error, "no result"));  // unless it has one
}

}  // namespace philidor
