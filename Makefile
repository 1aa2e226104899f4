# A thin front for CMake presets, ctest and tools/. Everything can be done without it.

JOBS         ?= $(shell nproc)
PREFIX       ?= /usr/local
FUZZ_SECONDS ?= 600

# Pieces first: pawn endings are known more surely once their promotions are.
TUNE_FAMILIES = KQPvKQ=200x5 KQPvKR=200x5 KQPvKB=200x5 KQPvKN=200x5 KRPvKR=200x20 \
                KPvK=100x20 KPvKP=1000x40 KPPvKP=1000x40 KPPvKPP=50x40

# What the browser test asks for.
HAS_NODE_20 = node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup ci build solve suite scaling tune test test-setup test-dev test-wasm test-page test-asan test-tsan test-release \
        test-cluster test-gpu gpu-bundle tidy tidy-and-cluster wasm web site test-web bench bench-perft bench-tables bench-pgn bench-serve attack-serve fuzz-serve torture \
        perft-full truth release-all fuzz docs \
        format install clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup:  ## install missing Debian or Ubuntu packages for building, testing and docs
	@tools/setup.sh build test docs

build:  ## build the program: build/release/bin/philidor
	@tools/setup.sh build
	@cmake --preset release
	@cmake --build --preset release --target philidor_cli --parallel $(JOBS)

solve: build  ## solve the famous ending of Lasker and Reichhelm: nine men, one winning move
	@build/release/bin/philidor solve '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1'

suite: build  ## prove all positions of ../shared/positions, a minute and 8 GB each, and print the table
	@tools/run_suite.py build/release/bin/philidor

scaling: build  ## solve positions with ever more pawns, and plot what it takes: docs/images/scaling.svg
	@tools/scaling.py build/release/bin/philidor --plot docs/images/scaling.svg

tune: build  ## fit the weights of the pawn evaluation anew, to ../shared/pgn and to exact values (ten minutes, 6 GB)
	@tools/label_games.py ../shared/pgn/games.pgn.zst > build/games.tsv
	@build/release/bin/philidor tune --games build/games.tsv $(addprefix --exact ,$(TUNE_FAMILIES)) \
	    --cpp src/philidor/pawns/tuned_pawn_weights.cpp

ci:  ## what a public service runs: .github/workflows/ci.yml calls this
	@.ci/run

test: test-setup test-dev test-wasm test-page test-asan test-tsan tidy-and-cluster test-release  ## everything that must be green before a commit
	@echo "== all tests passed"

test-setup:
	@echo "== setup"
	@tools/setup.sh test

test-dev:  ## fast tests and all checks, with assertions and warnings as errors
	@echo "== dev: build, tests and checks"
	@cmake --preset dev
	@cmake --build --preset dev --parallel $(JOBS)
	@ctest --preset dev --parallel $(JOBS)

test-asan:  ## fast tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@echo "== asan-ubsan: build and fast tests"
	@if command -v clang++-19 >/dev/null && command -v ld.lld-19 >/dev/null; then \
	    cmake --preset asan-ubsan && cmake --build --preset asan-ubsan --parallel $(JOBS) && \
	    ctest --preset asan-ubsan --parallel $(JOBS); \
	else echo "skipped: asan-ubsan (clang++-19 or lld-19 is not installed)"; fi

# One executable, in two halves at once. The test left out saves every 20 ms, which takes too long here.
test-tsan:  ## the tests of what has threads, under ThreadSanitizer
	@echo "== tsan: build and tests of what has threads"
	@if command -v clang++-19 >/dev/null && command -v ld.lld-19 >/dev/null; then \
	    cmake --preset tsan && cmake --build --preset tsan --parallel $(JOBS) && \
	    printf '%s\n' 0 1 | GTEST_TOTAL_SHARDS=2 xargs -P 2 -I {} env GTEST_SHARD_INDEX={} \
	        build/tsan/tests/thread_tests --gtest_brief=1 --gtest_filter=-Solve.SavesWhileItWorks; \
	else echo "skipped: tsan (clang++-19 or lld-19 is not installed)"; fi

test-release:  ## the release build's kernels: no symbol that other code could take for its own
	@echo "== release: build and kernel symbols"
	@cmake --preset release
	@cmake --build --preset release --target philidor_kernels --parallel $(JOBS)
	@ctest --preset release -R '^kernel_symbols$$'

test-cluster:  ## build a run with a real Slurm on this machine, kill and requeue parts of it, and compare
	@echo "== cluster: a run with Slurm"
	@cmake --preset dev
	@cmake --build --preset dev --target philidor_cli --parallel $(JOBS)
	@tools/test_cluster.py build/dev/bin/philidor || [ $$? -eq 77 ]

test-gpu:  ## compare the tables of a GPU with those of the processor (says skipped where there is no GPU)
	@cmake --preset release
	@cmake --build --preset release --target gpu_tests --parallel $(JOBS)
	@build/release/tests/gpu_tests

gpu-bundle:  ## a folder that runs on a GPU machine without our packages: build/gpu-bundle
	@cmake --preset release -DPHILIDOR_CUDA=ON
	@cmake --build --preset release --target philidor_cli gpu_tests --parallel $(JOBS)
	@tools/gpu_bundle.sh build/release build/gpu-bundle

tidy:  ## clang-tidy and clang's warnings over library and program
	@echo "== tidy: clang-tidy"
	@if command -v clang-tidy-19 >/dev/null && command -v clang++-19 >/dev/null; then \
	    cmake --preset tidy && run-clang-tidy-19 -quiet -p build/tidy -j $(JOBS) >build/tidy/log || \
	    { cat build/tidy/log; exit 1; }; \
	else echo "skipped: tidy (clang-tidy-19 or clang++-19 is not installed)"; fi

# A run with Slurm takes a minute, most of which it waits; meanwhile there is work for the processors.
tidy-and-cluster:
	@mkdir -p build
	@$(MAKE) --no-print-directory test-cluster >build/cluster.log 2>&1 & cluster=$$!; \
	$(MAKE) --no-print-directory tidy; tidied=$$?; \
	wait $$cluster; tested=$$?; cat build/cluster.log; exit $$((tidied + tested))

wasm:  ## build the solver for the browser: build/wasm/philidor.wasm
	@tools/setup.sh wasm
	@cmake -S apps/wasm -B build/wasm -G Ninja -DCMAKE_TOOLCHAIN_FILE=toolchain.cmake
	@cmake --build build/wasm --parallel $(JOBS)

# Wherever `make wasm` can be made without installing anything.
HAS_WASM = command -v clang++-19 >/dev/null && [ -d /usr/include/wasm32-wasi/c++ ] && $(HAS_NODE_20)

test-wasm:  ## compare the solver for the browser with the program
	@echo "== wasm: build and comparison"
	@if $(HAS_WASM); then \
	    $(MAKE) --no-print-directory wasm && node tests/wasm/solver_test.mjs build/wasm/philidor.wasm build/dev/bin/philidor; \
	else echo "skipped: wasm (its packages are not installed: tools/setup.sh wasm; or there is no Node 20)"; fi

web: wasm  ## build the page, with the solver for the browser, to become part of the program: web/dist
	@tools/setup.sh web
	@cd web && npm ci --no-audit --no-fund && npm run build

site: web  ## the same page as a static site for any host and folder: web/dist
	@echo "web/dist is a static site. To try it: python3 -m http.server --bind 127.0.0.1 --directory web/dist"

test-web: web build  ## test the page in a real browser, and take the pictures of docs/web.md
	@tools/setup.sh browser
	@$(HAS_NODE_20) || \
	    { echo "test-web: the browser test needs Node 20 or later, and this is $$(node --version)" >&2; exit 1; }
	@cd web && npm test && node site_test.mjs ../docs/images && node tab_test.mjs ../build/release/bin/philidor && \
	    node browser_test.mjs ../build/release/bin/philidor ../docs/images

# Only where `make web` has been, as in .ci/run: it takes packages from elsewhere.
test-page:
	@echo "== page: logic and browser"
	@if [ -d web/node_modules ] && [ -d web/dist ] && command -v chromium >/dev/null && $(HAS_NODE_20); then \
	    cd web && npm test && node site_test.mjs && node tab_test.mjs ../build/dev/bin/philidor && \
	        node browser_test.mjs ../build/dev/bin/philidor; \
	else echo "skipped: page (make web has not been run, or there is no chromium or no Node 20)"; fi

bench: release-all  ## run all benchmarks
	@for bench in build/release/benches/*_bench; do echo "== $$bench"; "$$bench" || exit 1; done

bench-perft: release-all  ## measure move generation: nodes per second
	@tools/bench_perft.py build/release/bin/philidor

bench-tables: release-all  ## measure solving and storing tables
	@tools/bench_tables.py build/release/bin/philidor

bench-pgn: release-all  ## measure reading and counting games, beside pgn-extract
	@tools/bench_pgn.py build/release/bin/philidor

bench-serve: build  ## measure the server with wrk: cached answers a second, latency, memory
	@tools/bench_serve.py build/release/bin/philidor

attack-serve: build  ## attack the server from one address, and see how long other clients wait
	@tools/attack_serve.py build/release/bin/philidor

fuzz-serve:  ## send 10,000 malformed requests to the server, built with AddressSanitizer
	@tools/setup.sh test
	@cmake --preset asan-ubsan
	@cmake --build --preset asan-ubsan --target philidor_cli --parallel $(JOBS)
	@tools/fuzz_serve.py build/asan-ubsan/bin/philidor

torture: build  ## kill the program 600 times while it writes, and damage 5,000 files (an hour)
	@tools/torture_stores.py build/release/bin/philidor --kills 100 --damages 2500

perft-full: release-all  ## the slow tests, at release speed
	@ctest --preset slow --parallel $(JOBS)

truth: release-all  ## compare with ../shared/truth: every count, every position (about five minutes)
	@build/release/tests/tables_tests --gtest_filter='SlowTruthStats.*'
	@tools/check_truth.py build/release/bin/philidor ../shared/truth

release-all:
	@cmake --preset release
	@cmake --build --preset release --parallel $(JOBS)

fuzz:  ## run every fuzz target for FUZZ_SECONDS (600) each
	@tools/setup.sh test
	@cmake --preset fuzz
	@cmake --build --preset fuzz --parallel $(JOBS)
	@tools/run_fuzzers.sh $(FUZZ_SECONDS)

docs:  ## API reference: build/docs/html/index.html
	@tools/setup.sh docs
	@mkdir -p build/docs
	@doxygen docs/Doxyfile

format:  ## format all sources in place
	@tools/check_format.sh --fix

install: build  ## install program, library and headers under PREFIX (/usr/local)
	@cmake --install build/release --prefix $(PREFIX)

clean:  ## remove everything that was built
	@rm -rf build web/dist
