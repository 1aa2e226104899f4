/// @file
/// Forced inlining for the small functions of the hot path.
#pragma once

/// Placed before the small functions that both the portable and the BMI2 kernels call. Were one of
/// them emitted out of line in a kernel that was compiled for newer processors, the linker might
/// keep that copy for everybody and the program would crash on older machines. The test
/// `kernel_symbols` watches over it.
#define PHILIDOR_INLINE [[gnu::always_inline]] inline
