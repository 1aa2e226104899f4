/// @file
/// Solving tables on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/device.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_lookup.hpp"

namespace philidor::detail {

/// Memory of a device, which is given back at the end.
class DeviceMemory {
  public:
    /// None.
    DeviceMemory() = default;
    /// This many bytes; null if there is no room for them.
    DeviceMemory(Device& device, std::uint64_t bytes)
        : device_(&device), bytes_(bytes), memory_(device.allocate(bytes)) {}
    DeviceMemory(DeviceMemory&& other) noexcept { swap(other); }
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        swap(other);
        return *this;
    }
    ~DeviceMemory() {
        if (memory_ != nullptr) device_->release(memory_);
    }

    /// Whether it is there.
    [[nodiscard]] explicit operator bool() const { return memory_ != nullptr; }
    /// How much it is.
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    /// Where it begins.
    template <class T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(memory_);
    }

  private:
    void swap(DeviceMemory& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(bytes_, other.bytes_);
        std::swap(memory_, other.memory_);
    }

    Device* device_ = nullptr;
    std::uint64_t bytes_ = 0;
    void* memory_ = nullptr;
};

/// How work on a device ended.
enum class DeviceOutcome : std::uint8_t {
    done,      ///< with an answer
    stopped,   ///< the budget ended it
    unsuited,  ///< a table has too many pieces, or a child is absent or not exact
    no_room,   ///< the memory of the device is too small
    at_fault,  ///< the device is of no use any more, see `Device::fault`
};

/// Solves exact tables on a device, without the 50-move rule. Their answers stay there while there is room,
/// for the tables above them.
class DeviceSolver {
  public:
    /// The device must outlive it.
    explicit DeviceSolver(Device& device) : device_(device) {}

    /// How much memory of the device solving these tables takes, apart from their children. Too much if a
    /// device cannot do it at all.
    [[nodiscard]] static std::uint64_t memory_to_solve(const TableKey& key);

    /// Solves tables that do not need each other. Children that are not on the device are taken from
    /// `lookup`, and must be there, exact, and the same under the 50-move rule.
    [[nodiscard]] DeviceOutcome solve(std::span<const TableKey> keys,
                                      const TableLookup& lookup,
                                      const Budget& budget = {});

    /// A table that was solved. It has no layer for the 50-move rule; if its rounds are too many for that,
    /// the rule may make a difference, and the table is not whole. Empty if its answers are not on the device
    /// any more, or do not fit there together with the table.
    [[nodiscard]] std::optional<Table> table(const TableKey& key);

    /// What a table that was solved has, by attacker; likewise.
    [[nodiscard]] std::optional<ByColor<DeviceCounts>> counts(const TableKey& key);

    /// Measures the distances of a table; its children as for `solve`.
    [[nodiscard]] DeviceOutcome measure(const TableKey& key,
                                        const TableLookup& lookup,
                                        std::optional<DistanceTable>& distances,
                                        const Budget& budget = {});

    /// Takes over a table that was solved elsewhere, which must be exact.
    [[nodiscard]] DeviceOutcome adopt(const Table& table);

    /// Forgets the answers about a table.
    void forget(const TableKey& key);

  private:
    /// The answer to one question.
    struct Answer {
        std::shared_ptr<DeviceMemory> memory;  ///< that of all answers of a batch
        Word* not_won = nullptr;
        Word* lost = nullptr;
        std::uint64_t tiles = 0;
        unsigned rounds = 0;  ///< in which something was won
        std::uint64_t last_use = 0;
    };
    /// Tables, conversions and children, as a step wants them.
    struct Program {
        DeviceMemory memory;
        DeviceBatch batch{};
    };

    [[nodiscard]] DeviceMemory allocate(std::uint64_t bytes);
    [[nodiscard]] Answer* find(const MaterialKey& key);
    [[nodiscard]] DeviceOutcome provide_children(std::span<const MaterialKey> keys,
                                                 const TableLookup& lookup);
    [[nodiscard]] DeviceOutcome make_program(std::span<const MaterialKey> keys, Program& program);
    [[nodiscard]] DeviceOutcome find_fixed_point(DeviceBatch& batch, const Budget& budget);
    [[nodiscard]] DeviceOutcome count_plies(const MaterialKey& question,
                                            const DeviceMemory& plies,
                                            const Budget& budget);
    [[nodiscard]] std::optional<Program> tables_alone(std::span<const MaterialKey> keys);

    Device& device_;
    std::unordered_map<MaterialKey, Answer> answers_;
    std::uint64_t clock_ = 0;         ///< for `last_use`
    std::uint64_t in_use_since_ = 0;  ///< what was used since then is not forgotten for lack of room
};

}  // namespace philidor::detail
