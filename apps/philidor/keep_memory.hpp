/// @file
/// What happens to memory that the program has freed.
#pragma once

namespace philidor::cli {

/// Keeps freed memory in the program instead of giving it back to the kernel after every table. When
/// thousands of tables are solved, the same blocks are needed again at once, and new ones cost one page fault
/// per page. Does nothing if the C library has no such setting.
void keep_freed_memory();

}  // namespace philidor::cli
