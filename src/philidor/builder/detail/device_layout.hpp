/// @file
/// Describing keys to a device.
#pragma once

#include <functional>
#include <vector>

#include "philidor/builder/detail/device_table.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor::detail {

/// A question as a device knows it: a key whose White is the attacker. Mirror images share an answer where
/// they share a canonical key.
struct DeviceKey {
    MaterialKey key;           ///< itself or, with the sides swapped, canonical
    bool is_mirrored = false;  ///< it is the mirror image of the key that was asked about
};

/// The question about a key whose White is the attacker.
[[nodiscard]] DeviceKey device_key_of(const MaterialKey& key);

/// Whether a device can number the tiles of a key.
[[nodiscard]] bool has_device_layout(const MaterialKey& key);

/// The layout of a key, which must have one.
[[nodiscard]] DeviceLayout device_layout_of(const MaterialKey& key);

/// A table with this layout and the key's pawns, first in its batch and without conversions.
[[nodiscard]] DeviceTable device_table_of(const MaterialKey& key);

/// Finds the child with a key whose White is the attacker. Its pawns and its layout are filled in already,
/// and it is absent.
using FindDeviceChild = std::function<void(const MaterialKey& key, DeviceChild& child)>;

/// Appends the conversions of a key, and the children that they lead to.
void append_conversions(const MaterialKey& key,
                        const FindDeviceChild& find,
                        std::vector<DeviceConversion>& conversions,
                        std::vector<DeviceChild>& children);

}  // namespace philidor::detail
