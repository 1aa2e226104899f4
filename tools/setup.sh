#!/usr/bin/env bash
# usage: setup.sh [build|test|docs|web|browser|wasm|cluster]...   installs missing Debian or Ubuntu packages, and nothing else
#   build  for compiling and running      test  build, and what the tests need      docs  for the API reference
#   web    for building the server's web page      browser  for testing it
#   wasm   for the solver in the page      cluster  Slurm, for testing on a cluster of one machine
set -euo pipefail

build=(g++ make cmake ninja-build libcli11-dev libfmt-dev libexpected-dev nlohmann-json3-dev
       libxxhash-dev libsqlite3-dev libsqlitecpp-dev libfathom-dev libzstd-dev zlib1g-dev libssl-dev libboost-dev)
test=(libcpp-httplib-dev pkg-config libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev python3)
docs=(doxygen)
web=()
command -v npm >/dev/null || web+=(nodejs npm)  # other Node.js packages already include npm
browser=(chromium fonts-inter)
wasm=(cmake ninja-build clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32
      libfmt-dev libexpected-dev nlohmann-json3-dev libxxhash-dev)
cluster=(slurmctld slurmd slurm-client)
# Not every distribution has these. A check without its tool says "skipped".
test_optional=(clang-19 clang-format-19 clang-tidy-19 libclang-rt-19-dev lld-19 stockfish pgn-extract valgrind wrk tmux)

required=() optional=()
for group in "${@:-build}"; do
    case $group in
        build) required+=("${build[@]}") ;;
        test) required+=("${build[@]}" "${test[@]}") optional+=("${test_optional[@]}") ;;
        docs) required+=("${docs[@]}") ;;
        web) required+=("${web[@]}") ;;
        browser) required+=("${browser[@]}") ;;
        wasm) required+=("${wasm[@]}") ;;
        cluster) required+=("${cluster[@]}") ;;
        *) echo "setup: no such group: $group (build, test, docs, web, browser, wasm, cluster)" >&2 && exit 2 ;;
    esac
done

installed() { [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]; }
available() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }
as_root() { if ((EUID == 0)); then "$@"; else sudo "$@"; fi; }

if ! command -v dpkg-query >/dev/null; then
    echo "setup: not a Debian or Ubuntu system; please install the equivalents of: ${required[*]} ${optional[*]}"
    exit 0
fi

missing=() missing_optional=()
for package in "${required[@]}"; do installed "$package" || missing+=("$package"); done
for package in "${optional[@]}"; do installed "$package" || missing_optional+=("$package"); done
all_missing=("${missing[@]}" "${missing_optional[@]}")
((${#all_missing[@]} == 0)) && exit 0

echo "setup: missing: ${all_missing[*]}"
if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    ((${#missing[@]} == 0)) && echo "setup: continuing without them: not root, and no sudo" && exit 0
    echo "setup: installing needs root or sudo; as root: apt-get install ${missing[*]}" >&2
    exit 1
fi

as_root apt-get update -qq || echo "setup: apt-get update failed; trying with the existing package lists"
for package in "${missing_optional[@]}"; do
    if available "$package"; then
        missing+=("$package")
    else
        echo "setup: this distribution has no $package; checks that need it will be skipped"
    fi
done
((${#missing[@]} == 0)) && exit 0
echo "setup: installing ${missing[*]}"
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
