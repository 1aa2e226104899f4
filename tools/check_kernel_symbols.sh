#!/usr/bin/env bash
# usage: check_kernel_symbols.sh OBJECT...   (the objects compiled from *_bmi2.cpp)
#
# Fails if a kernel object defines a weak function. An inline function that was not inlined is emitted into
# every object that uses it, and the linker keeps any one copy for the whole program. If that were the
# kernel's copy, the portable code would execute BMI2 or AVX2 instructions and crash on older machines. In a
# kernel, everything but its entry points must be in an unnamed namespace or be inlined.
set -euo pipefail

if (($# == 0)); then
    echo "skipped: kernel symbols (this build has no *_bmi2.cpp objects)"
    exit 77
fi

status=0
for object in "$@"; do
    # Columns: name|value|class|type|size|line|section, counted from the end since names may contain a bar.
    symbols=$(nm --demangle --defined-only --format=sysv "$object")
    weak=$(awk -F'|' 'NF >= 7 && $(NF-4) ~ /[WVu]/ && $NF ~ /^\.text/ { print "  " $0 }' <<<"$symbols")
    if [[ -n "$weak" ]]; then
        printf '%s defines weak functions:\n%s\n' "$object" "$weak"
        status=1
    fi
done
((status == 0)) && echo "kernel symbols: $# objects clean"
exit "$status"
