#!/usr/bin/env bash
# usage: run_fuzzers.sh SECONDS   runs every fuzz target for that long
# Stops at the first crash. Its input stays in fuzz/crashes/<name>/ and is replayed by the tests from then on.
# New corpus files go to build/, so that fuzz/corpus/ holds only seeds chosen by hand.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1

for source in fuzz/fuzz_*.cpp; do
    target=$(basename "$source" .cpp)
    name=${target#fuzz_}
    grown=build/fuzz/corpus/$name seeds=fuzz/corpus/$name crashes=fuzz/crashes/$name
    mkdir -p "$grown" "$seeds" "$crashes"
    echo "== fuzz: $name, $seconds seconds"
    "build/fuzz/fuzz/$target" -max_total_time="$seconds" -timeout=10 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$crashes/" "$grown" "$seeds" "$crashes"
done
