/// @file
/// How many samples a test takes.
#pragma once

namespace philidor::test_support {

/// Whether sanitizers look at every step, which then takes up to ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif

/// So many samples; under sanitizers a fifth, since what they find seldom takes many.
template <class Number>
[[nodiscard]] constexpr Number samples(Number count) {
    return is_sanitized ? (count + 4) / 5 : count;
}

}  // namespace philidor::test_support
