/// @file
/// The options that a UCI engine offers.
#pragma once

#include <string>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/engine/engine.hpp"

namespace philidor {

/// Why an option was not set.
enum class UciOptionError : std::uint8_t {
    unknown,
    bad_value,
};

/// All options with their values.
struct UciOptions {
    EngineOptions engine;                 ///< passed on to the engine
    unsigned lines = 1;                   ///< how many of the best moves to show
    Variant variant = Variant::standard;  ///< standard chess or Chess960
    bool shows_chances = false;           ///< of a win, a draw and a loss
    std::string table_path;               ///< the stores, separated by colons; empty for none
    std::string syzygy_path;              ///< folders of Syzygy's tables, likewise
};

/// The lines that announce the options to a GUI, with their default values.
[[nodiscard]] std::string uci_option_lines();

/// Sets an option. The case of letters in names does not matter.
[[nodiscard]] Result<void, UciOptionError> set_uci_option(UciOptions& options,
                                                          std::string_view name,
                                                          std::string_view value);

}  // namespace philidor
