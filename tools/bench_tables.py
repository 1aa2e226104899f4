#!/usr/bin/env python3
"""Measures how fast tables are solved, how long whole endings take from an empty store, and how small the files are.

    tools/bench_tables.py build/release/bin/philidor [--long]

Prints the wall-clock time, and the processor time of all threads together: on a machine that also does other
work, only the latter measures the program. "At best" is the time that would follow from it if all cores were
free and never waited for each other. Positions are placements of the men with either side to move, legal or
not. Rates and times of tables whose children are in memory come from the benchmark builder_bench (the median
of several repetitions), sizes from table_bench; both are expected next to the program. Whole endings are
built by `philidor generate` into a new store.
"""

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Benchmark, what it solves, whether tables are counted or timed, and the goal for two cores: tables per second, or seconds.
BENCHMARKS = [
    ("kings_and_pawns/real_time/threads:{cores}", "kings and pawns", "rate", 100_000),
    ("absent_children/real_time/threads:{cores}", "kings and pawns, bounds", "rate", None),
    ("one_piece/real_time/threads:{cores}", "queen and pawns", "rate", 4_000),
    ("table/KQvKQ/threads:{cores}/process_time/real_time", "KQvKQ", "time", 0.025),
    ("table/KQRvKR/threads:{cores}/process_time/real_time", "KQRvKR", "time", 1.0),
]
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}

PAWN_SQUARES = [file + rank for rank in "234567" for file in "abcdefgh"]
PIECES = ["Q", "R", "Bd", "Bl", "N"]

# Processor seconds of the Syzygy generator with one thread, compression included, from shared/truth/README.md.
SYZYGY_NOTE = "Syzygy's generator: KQRvKR 100 s, 26 of them solving; KPvKP 9.8 s; KPPvKP with all below about 4.5 hours"


def pawnless_keys():
    """All keys of three and four men without pawns; more than one may name the same table."""
    pairs = list(itertools.combinations_with_replacement(PIECES, 2))
    return [f"K{piece}vK" for piece in PIECES] + [f"K{a}{b}vK" for a, b in pairs] + [f"K{a}vK{b}" for a, b in pairs]


def pawn_keys(white_count):
    """All keys of this many pawns against one."""
    for white in itertools.combinations(PAWN_SQUARES, white_count):
        for black in PAWN_SQUARES:
            if black not in white:
                yield f"K{''.join(white)}vK{black}"


def run_benchmarks(bench, repetitions):
    """All results of builder_bench by name: {name: {"real_time": ..., "cpu_time": ..., ...}}, in seconds."""
    command = [bench, "--benchmark_format=json", f"--benchmark_repetitions={repetitions}",
               "--benchmark_report_aggregates_only=true"]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    results = {}
    for result in json.loads(output)["benchmarks"]:
        if result.get("error_occurred"):
            sys.exit(f"bench_tables: {result['name']}: {result['error_message']}")
        if result["aggregate_name"] == "median":
            for name in ("real_time", "cpu_time"):
                result[name] *= SECONDS[result["time_unit"]]
            results[result["run_name"]] = result
    return results


def generate(program, keys):
    """Builds keys into an empty store: tables, positions, wall-clock and processor seconds, bytes of all tables."""
    with tempfile.TemporaryDirectory() as folder:
        store = ["--store", folder + "/tables.db"]
        begin = time.perf_counter()
        process = subprocess.Popen([program, "generate", "-", "--quiet", "--json", *store], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        process.stdin.write("".join(key + "\n" for key in keys))
        process.stdin.close()
        answer = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - begin
        if process.returncode != 0:
            sys.exit(f"bench_tables: philidor generate ended with {process.returncode}")
        listed = subprocess.run([program, "list", "--json", *store], check=True, stdout=subprocess.PIPE, text=True).stdout
        answer = json.loads(answer)
        return {"tables": answer["tables"], "positions": answer["positions"], "seconds": seconds,
                "processor_seconds": usage.ru_utime + usage.ru_stime, "system_seconds": usage.ru_stime,
                "peak_bytes": usage.ru_maxrss * 1024, "bytes": sum(json.loads(line)["bytes"] for line in listed.splitlines())}


def time_text(seconds):
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.2f} us"


def print_row(*cells):
    print(f"{cells[0]:<25}" + "".join(f"{cell:>18}" for cell in cells[1:]))


def print_benchmarks(results, cores):
    print(f"Children in memory, {cores} threads")
    print_row("", "goal, two cores", "by the clock", "processor time", "at best")
    for pattern, label, kind, goal in BENCHMARKS:
        result = results[pattern.format(cores=cores)]
        # Per table: free cores would share the processor time.
        times = [result["real_time"], result["cpu_time"], result["cpu_time"] / cores]
        if kind == "rate":
            print_row(label, f"{goal:,}/s" if goal else "", f"{1 / times[0]:,.0f}/s", f"{time_text(times[1])} each",
                      f"{1 / times[2]:,.0f}/s")
        else:
            print_row(label, time_text(goal), *map(time_text, times))
    print("\nWhat the machine allows: unions of sets of positions, bytes read and written per second of processor time")
    for name, result in results.items():
        if name.startswith("memory/"):
            _, size, _, threads = name.split("/")
            rate = result["bytes_per_second"] * result["real_time"] / result["cpu_time"]
            print_row(f"{int(size) >> 10:,} KiB, {threads}", f"{rate / 1e9:.1f} GB/s")


def print_endings(rows):
    print("\nFrom an empty store, with everything below")
    print_row("", "goal, two cores", "by the clock", "processor time", "of it system", "tables", "positions", "bytes a position",
              "peak memory")
    for label, goal, row in rows:
        print_row(label, time_text(goal), time_text(row["seconds"]), time_text(row["processor_seconds"]),
                  time_text(row["system_seconds"]), f"{row['tables']:,}", f"{row['positions']:,}",
                  f"{row['bytes'] / row['positions']:.5f}", f"{row['peak_bytes'] / 1e6:,.0f} MB")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/release/bin/philidor", help="the program to measure")
    parser.add_argument("--long", action="store_true", help="build KPPvKP as well, which takes minutes")
    parser.add_argument("--repetitions", type=int, default=3, help="how often each benchmark is run (3)")
    parser.add_argument("--json", metavar="FILE", help="write all numbers to this file")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    benches = Path(arguments.program).parent.parent / "benches"
    cores = os.cpu_count()
    print(f"{cores} cores, load {os.getloadavg()[0]:.1f}\n", flush=True)
    report = {"cores": cores, "load": os.getloadavg()[0]}

    if os.access(benches / "builder_bench", os.X_OK):
        report["benchmarks"] = run_benchmarks(benches / "builder_bench", arguments.repetitions)
        print_benchmarks(report["benchmarks"], cores)
    else:
        print(f"skipped: tables with their children in memory ({benches}/builder_bench is not built)")

    endings = [("4 men without pawns", 1.0, pawnless_keys()), ("KPvKP", 2.0, pawn_keys(1))]
    if arguments.long:
        endings.append(("KPPvKP", 300.0, pawn_keys(2)))
    rows = [(label, goal, generate(arguments.program, keys)) for label, goal, keys in endings]
    report["endings"] = {label: row for label, _, row in rows}
    print_endings(rows)
    print(SYZYGY_NOTE)

    if os.access(benches / "table_bench", os.X_OK):
        print("\nBytes of all tables of a class, and of Syzygy's file for it", flush=True)
        subprocess.run([benches / "table_bench", "--benchmark_filter=^$"], check=True, stderr=subprocess.DEVNULL)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
