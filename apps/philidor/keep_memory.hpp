/// @file
/// How the program treats memory that it no longer needs.
#pragma once

namespace philidor::cli {

/// Lets freed memory stay with the program instead of going back to the kernel after every table: whoever
/// solves thousands of tables needs the same blocks again at once, and new ones cost a page fault for every
/// 4 KiB. Does nothing where the C library has no such choice.
void keep_freed_memory();

}  // namespace philidor::cli
