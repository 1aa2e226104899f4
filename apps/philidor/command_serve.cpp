#include "command_serve.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include "exit_code.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/serve/detail/access_log.hpp"
#include "philidor/serve/http_server.hpp"
#include "philidor/serve/log_writer.hpp"
#include "philidor/serve/memory_plan.hpp"
#include "philidor/serve/served_stores.hpp"
#include "philidor/serve/service.hpp"
#include "read_input.hpp"
#include "table_options.hpp"

namespace philidor::cli {

namespace {

constexpr int usual_port = 9090;
constexpr std::uint64_t least_store_limit = std::uint64_t{1} << 20U;
constexpr std::uint64_t greatest_store_limit = std::uint64_t{1} << 60U;

/// The arguments of the command.
struct ServeArguments {
    std::string address = fmt::format("127.0.0.1:{}", usual_port);
    std::vector<std::string> stores;  ///< if empty, nothing is read or stored
    std::string syzygy;
    std::optional<std::uint64_t> store_limit;
    ServiceOptions service;
    HttpOptions http;
    double solve_seconds = 2;
    double longest_seconds = 60;
    unsigned threads = 1;
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
    std::uint64_t cache_bytes = std::uint64_t{64} << 20U;
    std::size_t queue = 64;
    std::string log = "-";
    std::vector<std::string> trusted_proxies;
};

/// Splits HOST:PORT. A host that contains colons is written in brackets.
void read_address(const std::string& address, HttpOptions& options) {
    const auto colon = address.rfind(':');
    const char* begin = address.data() + (colon == std::string::npos ? 0 : colon + 1);
    const char* end = address.data() + address.size();
    const auto [last, error] = std::from_chars(begin, end, options.port);
    const bool is_number = error == std::errc() && last == end && begin != end;
    if (colon == std::string::npos || colon == 0 || !is_number || options.port < 0 || options.port > 65535) {
        throw CommandFailure(
            ExitCode::bad_input,
            fmt::format("--listen needs HOST:PORT, such as 127.0.0.1:{}, not \"{}\"", usual_port, address));
    }
    options.host = address.substr(0, colon);
    if (options.host.starts_with('[') && options.host.ends_with(']')) {
        options.host = options.host.substr(1, options.host.size() - 2);
    }
}

void read_proxies(const std::vector<std::string>& texts, HttpOptions& options) {
    for (const std::string& text : texts) {
        const auto network = IpNetwork::parse(text);
        if (!network) {
            throw CommandFailure(
                ExitCode::bad_input,
                fmt::format(
                    "--trusted-proxy needs an address or a range, such as 127.0.0.1 or 10.0.0.0/8, not {}",
                    in_quotes(text)));
        }
        options.trusted_proxies.push_back(*network);
    }
}

/// Opens /dev/null in place of standard streams that are closed. Otherwise the next file to be opened, such
/// as the store, would get the number of one of them, and the log would be written into it.
void open_standard_streams() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", O_RDWR);
    }
}

/// Opens the access log; null if there is none.
std::unique_ptr<LogWriter> open_log(const std::string& path, Metrics& metrics) {
    const auto count = [&metrics](std::size_t lines) { metrics.count(Event::log_dropped, lines); };
    if (path == "none") return nullptr;
    if (path == "-") return LogWriter::to_descriptor(STDERR_FILENO, count);
    auto log = LogWriter::to_file(path, count);
    if (log == nullptr) {
        throw CommandFailure(ExitCode::failed, fmt::format("cannot write to {}", in_quotes(path)));
    }
    return log;
}

/// The signals that the server takes: SIGHUP to open the log again, others to end. They are blocked in all
/// threads, so that one thread can wait for them. A reader of the log that goes away is no reason to end.
class Signals {
  public:
    Signals() {
        sigemptyset(&signals_);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, signal);
        pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
        std::signal(SIGPIPE, SIG_IGN);
    }

    /// Waits for a signal to end. Opens the log again, which may be null, at each SIGHUP, and looks at the
    /// stores now and then, which may be null too.
    void wait_for_end(LogWriter* log, const ServedStores* stores) const {
        while (true) {
            const timespec between_looks{.tv_sec = 2, .tv_nsec = 0};
            const int signal = sigtimedwait(&signals_, nullptr, &between_looks);
            if (signal == SIGINT || signal == SIGTERM) return;
            if (signal == SIGHUP && log != nullptr) log->reopen();
            if (stores != nullptr) stores->look();
        }
    }

  private:
    sigset_t signals_ = {};
};

void run(ServeArguments& arguments) {
    read_address(arguments.address, arguments.http);
    read_proxies(arguments.trusted_proxies, arguments.http);
    open_standard_streams();
    const Signals signals;                   // before any thread starts
    std::atomic<LogWriter*> open = nullptr;  // the log, once it is open
    const auto report = [&open](const std::string& message) {
        LogWriter* const found = open;
        if (found != nullptr) found->write(detail::failure_line(message, std::chrono::system_clock::now()));
    };
    std::unique_ptr<ServedStores> stores;
    if (!arguments.stores.empty()) {
        stores = value_or_failure(ServedStores::open(arguments.stores, arguments.store_limit, report),
                                  ExitCode::failed);
        if (::access(arguments.stores.front().c_str(), W_OK) != 0) {
            std::fputs(fmt::format("warning: {} is not writable; results will not be kept\n",
                                   in_quotes(arguments.stores.front()))
                           .c_str(),
                       stderr);
        }
    }
    ServiceOptions& options = arguments.service;
    options.queue.workers = arguments.threads;
    options.queue.waiting = arguments.queue;
    options.queue.of_one_client = std::max<std::size_t>(1, arguments.queue / 2);
    arguments.http.connections_of_one_client = std::max<std::size_t>(1, arguments.http.connections / 4);
    const MemoryPlan memory = plan_memory(arguments.memory_bytes, arguments.threads, arguments.cache_bytes);
    options.oracle.memory_bytes = memory.tables_bytes;
    const auto syzygy = syzygy_if_usable(arguments.syzygy);
    options.oracle.syzygy = syzygy.get();
    options.proof_bytes = memory.proof_bytes;
    options.trim_bytes = arguments.memory_bytes / 4;
    options.solve_time = std::chrono::duration<double>(arguments.solve_seconds);
    options.longest_solve = std::chrono::duration<double>(arguments.longest_seconds);
    options.cache_bytes = memory.cache_bytes;
    options.report = report;
    if (stores != nullptr) options.lost_stores = [&stores] { return stores->lost_count(); };
    Service service(stores == nullptr ? nullptr : &stores->store(), options,
                    stores == nullptr ? nullptr : &stores->for_lookups());
    const auto log = open_log(arguments.log, service.metrics());
    open = log.get();
    if (log != nullptr) arguments.http.log = [&log](const std::string& line) { log->write(line); };
    const auto server = value_or_failure(HttpServer::bind(service, arguments.http), ExitCode::failed);

    fmt::print("listening at http://{}/\n", address_text(arguments.http.host, server->port()));
    std::fflush(stdout);
    std::jthread listener([&] { server->run(); });
    signals.wait_for_end(log.get(), stores.get());
    service.close();  // abandons the work in progress, so that its clients get an answer now
    server->stop();
}

void add_limit_options(CLI::App& command, ServeArguments& arguments) {
    const auto seconds = seconds_up_to(1e6);
    command.add_option("--solve-time", arguments.solve_seconds, "Time limit for a position of /standard")
        ->type_name("SECONDS")
        ->check(seconds)
        ->capture_default_str();
    command
        .add_option("--longest-solve", arguments.longest_seconds,
                    "Time limit for a position of /solve and /map")
        ->type_name("SECONDS")
        ->check(seconds)
        ->capture_default_str();
    add_threads_option(command, arguments.threads);
    command.get_option("--threads")
        ->description("The number of positions solved at a time, each by one thread");
    add_memory_option(command, arguments.memory_bytes,
                      "Memory of the process, shared by caches and the positions being solved");
    command.add_option("--queue", arguments.queue, "The most positions that may wait")
        ->type_name("N")
        ->check(CLI::Range(1U, 100'000U).description(""))
        ->capture_default_str();
    command.add_option("--cache", arguments.cache_bytes, "Memory for cached answers")
        ->transform(CLI::AsSizeValue(false).description(""))
        ->type_name("SIZE")
        ->default_str("64M");
    command
        .add_option("--connections", arguments.http.connections,
                    "The most open connections, a quarter of them for one client")
        ->type_name("N")
        ->check(CLI::Range(1U, 100'000U).description(""))
        ->capture_default_str();
}

}  // namespace

void add_serve_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("serve", "Answer questions about positions over HTTP");
    const auto arguments = std::make_shared<ServeArguments>();
    command->add_option("--listen", arguments->address, "Where to listen; port 0 means any free port")
        ->type_name("HOST:PORT")
        ->capture_default_str();
    command
        ->add_option("--trusted-proxy", arguments->trusted_proxies,
                     "A web server that passes requests on, or a range such as 10.0.0.0/8: clients are told "
                     "apart by its header X-Forwarded-For. May be repeated")
        ->type_name("ADDRESS")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all()
        ->default_str("none");
    command
        ->add_option("--host-name", arguments->http.host_names,
                     "A name under which clients may ask a server that listens on this machine only, besides "
                     "localhost. May be repeated")
        ->type_name("NAME")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all()
        ->default_str("none");
    add_store_option(*command, arguments->stores);
    command->get_option("--store")
        ->description(
            "Tables to answer from, and where results are kept: a folder, or an SQLite file if the name ends "
            "in .db; created if missing")
        ->default_str("none");
    add_syzygy_option(*command, arguments->syzygy);
    command
        ->add_option(
            "--store-limit", arguments->store_limit,
            "Room on disk for results. They are then kept apart from other tables, in x.kept.db beside the "
            "store x.db, or in kept.db inside a folder, where those not used for longest make room for "
            "new ones. Nothing else is ever deleted")
        ->transform(CLI::AsSizeValue(false).description(""))
        ->check(CLI::Range(least_store_limit, greatest_store_limit).description(""))
        ->needs("--store")
        ->type_name("SIZE")
        ->default_str("none");
    add_limit_options(*command, *arguments);
    command
        ->add_option(
            "--log", arguments->log,
            "Where to log each request as a line of JSON: a file, - or none. SIGHUP opens the file again")
        ->type_name("FILE")
        ->default_str("-, standard error");
    command->footer(
        "GET /standard?fen=... and /standard/mainline?fen=... answer in the format of the lichess tablebase. "
        "/solve, /map,\n/eval and /key give more; /healthz and /metrics show the state of the server. "
        "docs/serving.md explains them.\nThe server listens on this machine only, unless --listen says "
        "otherwise. Ctrl-C or SIGTERM stops it.\n"
        "Example:\n"
        "  philidor serve --store philidor.db &\n"
        "  curl '127.0.0.1:9090/standard?fen=4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1'");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
