#!/usr/bin/env bash
# Fails if clang-format would change anything; with --fix, changes it.
set -euo pipefail
cd "$(dirname "$0")/.."

formatter=clang-format-19  # other versions format differently
if ! command -v "$formatter" >/dev/null; then
    echo "skipped: format ($formatter is not installed)"
    exit 77
fi

mode=(--dry-run -Werror)
[[ "${1-}" == --fix ]] && mode=(-i)

find src apps tests benches fuzz examples -type f \( -name '*.hpp' -o -name '*.cpp' \) -print0 |
    xargs -0 "$formatter" --style=file "${mode[@]}"
