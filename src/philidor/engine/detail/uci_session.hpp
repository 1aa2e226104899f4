/// @file
/// A UCI engine: reads commands and answers them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/chess/game.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/engine/detail/uci_options.hpp"
#include "philidor/engine/engine.hpp"

namespace philidor {

/// A UCI engine without input and output. Lines from the GUI come in by `receive`. Answers go out by a
/// callback, one or more lines at a time; it may be called from any thread, but never from two at once.
/// Unknown input is ignored, as UCI demands, and an `info string` says so. Call the member functions from one
/// thread.
class UciSession {
  public:
    /// Receives the answers, without the last line end.
    using Say = std::function<void(std::string_view)>;

    /// A new session. `name` is the name of the engine.
    UciSession(std::string name, Say say);
    UciSession(const UciSession&) = delete;
    UciSession& operator=(const UciSession&) = delete;
    /// Stops a running analysis.
    ~UciSession();

    /// Reads and executes a line. Returns false after `quit`.
    bool receive(std::string_view line);

    /// Ends the session when no more lines will come. Waits for an analysis that ends by itself, and stops
    /// any other.
    void finish();

  private:
    class Words;
    enum class UciError : std::uint8_t { bad_command };

    void say(std::string_view text);
    void say_string(std::string_view text);
    [[nodiscard]] bool obey(std::string_view command, Words& words);
    void introduce();
    void show_board();
    void set_option(Words& words);
    bool open_tables(const UciOptions& options);
    void set_position(Words& words);
    void go(Words& words);
    void count_perft(Words& words);
    void run_bench(Words& words);
    void set_debugging(Words& words);
    [[nodiscard]] Result<AnalyzeRequest, UciError> read_go(Words& words) const;
    [[nodiscard]] static Result<std::int64_t, UciError> read_go_number(std::string_view name, Words& words);
    [[nodiscard]] Result<void, UciError> read_search_moves(Words& words, std::vector<Move>& moves) const;
    void start(AnalyzeRequest request);
    void stop();
    void join();
    [[nodiscard]] bool is_busy() const { return is_busy_; }

    std::string name_;
    Say say_;
    std::mutex saying_;
    UciOptions options_;
    Engine engine_;
    Game game_;
    bool is_debugging_ = false;               ///< every line received is reported
    std::atomic<bool> is_busy_ = false;       ///< an analysis is running
    std::atomic<bool> is_pondering_ = false;  ///< the running analysis ignores the clock
    bool ends_by_itself_ = true;              ///< the running analysis has a limit
    std::jthread analysis_;
};

}  // namespace philidor
