// What the module needs from its system, where WebAssembly differs from others.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "philidor/base/detail/process_memory.hpp"

extern "C" {

/// Ends the instance: the function, which the page gives, does not return.
[[noreturn]] __attribute__((import_module("page"), import_name("out_of_memory"))) void out_of_memory();
}

namespace {

constexpr std::uint64_t page_bytes = 65536;

[[maybe_unused]] const std::new_handler previous = std::set_new_handler([] { out_of_memory(); });

}  // namespace

namespace philidor {

// The memory of an instance never shrinks.
std::uint64_t peak_memory() { return __builtin_wasm_memory_size(0) * page_bytes; }

std::uint64_t resident_memory() { return peak_memory(); }

void return_freed_memory() {}

}  // namespace philidor

// Our code throws nothing but std::bad_alloc, and what the standard library throws besides would be a bug of
// ours.
extern "C" {

void* __cxa_allocate_exception(std::size_t) { out_of_memory(); }

[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }

/// There are no pages to give hints about.
int madvise(void*, std::size_t, int) { return 0; }

void* __cxa_begin_catch(void*) { std::abort(); }

void __cxa_end_catch() {}

[[noreturn]] void __cxa_rethrow() { std::abort(); }
}
