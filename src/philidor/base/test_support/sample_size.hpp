/// @file
/// How many samples a test takes.
#pragma once

namespace philidor::test_support {

/// Whether sanitizers check every step, which takes up to ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif

/// The number of samples to take: `count`, or a fifth of it under sanitizers, whose findings rarely need
/// many.
template <class Number>
[[nodiscard]] constexpr Number samples(Number count) {
    return is_sanitized ? (count + 4) / 5 : count;
}

}  // namespace philidor::test_support
