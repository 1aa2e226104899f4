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
    EngineOptions engine;
    unsigned lines = 1;
    Variant variant = Variant::standard;
    std::string table_path;  ///< stores, separated by colons; empty for none
};

/// The lines that tell a GUI which options there are, with the usual values.
[[nodiscard]] std::string uci_option_lines();

/// Sets an option. Names are the same in upper and lower case.
[[nodiscard]] Result<void, UciOptionError> set_uci_option(UciOptions& options,
                                                          std::string_view name,
                                                          std::string_view value);

}  // namespace philidor
