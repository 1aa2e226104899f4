#include "philidor/table/syzygy_tables.hpp"

#ifndef PHILIDOR_HAS_FATHOM  // else all of this is in syzygy_tables.cpp

namespace philidor {

Result<std::unique_ptr<SyzygyTables>, SyzygyError> SyzygyTables::open(const std::string&) {
    return fail(SyzygyError::not_supported,
                "this program was built without libfathom, which reads Syzygy's tables");
}

SyzygyTables::~SyzygyTables() = default;

std::optional<RuledValue> SyzygyTables::value_of(const Board&) const { return std::nullopt; }

std::optional<int> SyzygyTables::rounded_dtz_of(const Board&) const { return std::nullopt; }

std::string syzygy_folders_of_environment() { return ""; }

}  // namespace philidor

#endif
