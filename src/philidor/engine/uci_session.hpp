/// @file
/// A conversation with a chess program in the language of UCI.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "philidor/base/result.hpp"
#include "philidor/chess/game.hpp"
#include "philidor/engine/engine.hpp"
#include "philidor/engine/uci_options.hpp"

namespace philidor {

/// What a chess program answers to the lines of a GUI. It neither reads nor prints: lines come in by
/// `receive`, answers go out by a callback, one line or several at a time, from any thread but never from two
/// at once. Whatever is not understood is left aside, as UCI asks, with an `info string` that says what it
/// was.
class UciSession {
  public:
    /// Takes what the program says, without the last line end.
    using Say = std::function<void(std::string_view)>;

    /// A session that has not begun; `name` is the engine's.
    UciSession(std::string name, Say say);
    UciSession(const UciSession&) = delete;
    UciSession& operator=(const UciSession&) = delete;
    /// Stops what is going on.
    ~UciSession();

    /// Takes a line; false if it was the last one, `quit`.
    bool receive(std::string_view line);

    /// No line will come any more. Waits for an analysis that ends by itself, and stops any other.
    void finish();

  private:
    class Words;
    enum class UciError : std::uint8_t { bad_command };

    void say(std::string_view text);
    void say_string(std::string_view text);
    [[nodiscard]] bool obey(std::string_view command, Words& words);
    void introduce();
    void set_option(Words& words);
    void set_position(Words& words);
    void go(Words& words);
    void count_perft(Words& words);
    void run_bench(Words& words);
    void set_debugging(Words& words);
    [[nodiscard]] Result<AnalyzeRequest, UciError> read_go(Words& words) const;
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
    bool is_debugging_ = false;               ///< whether every line that comes is told
    std::atomic<bool> is_busy_ = false;       ///< an analysis goes on
    std::atomic<bool> is_pondering_ = false;  ///< and its clock stands still
    bool ends_by_itself_ = true;              ///< the analysis that goes on
    std::jthread analysis_;
};

}  // namespace philidor
