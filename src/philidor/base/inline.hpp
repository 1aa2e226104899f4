/// @file
/// Forced inlining for the small functions of the hot path.
#pragma once

/// Placed before the small functions that both the portable and the BMI2 kernels call. If one of them were
/// emitted out of line in a kernel compiled for newer processors, the linker might keep that copy for all
/// callers, and the program would crash on older machines. The test `kernel_symbols` guards against this.
#define PHILIDOR_INLINE [[gnu::always_inline]] inline
