#!/usr/bin/env python3
"""Measures reading and counting games, next to `pgn-extract -r` in the same run.

usage: bench_pgn.py [PROGRAM] [--games FILE] [--rounds N] [--repeat N]

All times are processor time, user and system together, since the machines we measure on also do other work.
Each round runs every command once, on an uncompressed file in the page cache; the table shows medians, and ratios are
medians of the ratios of each round. `philidor index-pgn` is measured as users run it: from bytes to counted
keys to an SQLite file on disk. The part before the database is measured too, by counting only keys of at most
two men. With --repeat the file is repeated that many times, and the memory of one more run is shown.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT.parent / "shared/pgn/games.pgn.zst"


def run(command):
    """Processor seconds, wall-clock seconds, peak memory in bytes, and the standard output of a command."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench_pgn: {' '.join(map(str, command))} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - begin, usage.ru_maxrss * 1024, output


def index(program, games, folder, threads, *options):
    """Indexes games into a new file; like `run`, but returns the parsed JSON."""
    database = Path(folder) / "index.db"
    for file in Path(folder).glob("index.db*"):
        file.unlink()
    result = run([program, "index-pgn", games, "--db", database, "--threads", str(threads), "--json", *options])
    return (*result[:3], json.loads(result[3]))


def plain_games(source, folder):
    """The games as an uncompressed file in the folder."""
    if source.suffix != ".zst":
        return source
    plain = Path(folder) / source.stem
    with open(plain, "wb") as target:
        subprocess.run(["zstd", "-dc", source], stdout=target, check=True)
    return plain


def find_pgn_extract():
    return shutil.which("pgn-extract", path=os.environ.get("PATH", "") + ":/usr/games")


def measure(program, games, folder, rounds):
    commands = {
        "index-pgn": lambda: index(program, games, folder, 1),
        "index-pgn, without keys": lambda: index(program, games, folder, 1, "--max-men", "2"),
        "index-pgn, two threads": lambda: index(program, games, folder, 2),
    }
    pgn_extract = find_pgn_extract()
    if pgn_extract:
        commands["pgn-extract -r"] = lambda: run([pgn_extract, "-r", games])
    else:
        print("skipped: pgn-extract is not installed")
    times = {name: [] for name in commands}
    clocks = {name: [] for name in commands}
    positions = 0
    for _ in range(rounds):
        for name, command in commands.items():
            seconds, clock, _, output = command()
            times[name].append(seconds)
            clocks[name].append(clock)
            if name == "index-pgn":
                positions = output["positions"]
    return positions, times, clocks


def print_table(positions, times, clocks):
    peer = times.get("pgn-extract -r")
    print(f"{'':<26}{'processor time':>16}{'by the clock':>14}{'million/s':>11}{'ratio':>8}")
    for name, seconds in times.items():
        middle = statistics.median(seconds)
        ratio = statistics.median(b / a for a, b in zip(seconds, peer)) if peer else float("nan")
        print(f"{name:<26}{middle:>14.3f} s{statistics.median(clocks[name]):>12.3f} s{positions / middle / 1e6:>11.2f}"
              f"{ratio:>8.2f}")


def measure_memory(program, games, folder, repeat):
    large = Path(folder) / "large.pgn"
    content = games.read_bytes()
    with open(large, "wb") as file:
        for _ in range(repeat):
            file.write(content)
    for threads in (1, 2):
        seconds, _, memory, output = index(program, large, folder, threads)
        print(f"{large.stat().st_size / 1e9:.2f} GB, {threads} thread{'s' if threads > 1 else ''}: "
              f"{output['positions']:,} positions, {seconds:.1f} s of processor time, {memory / 1e6:.0f} MB of memory")
    large.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/release/bin/philidor", help="the program to measure")
    parser.add_argument("--games", type=Path, default=GAMES, help="a file of games (../shared/pgn/games.pgn.zst)")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is run (5)")
    parser.add_argument("--repeat", type=int, default=0, help="measure the memory for the file repeated this many times")
    arguments = parser.parse_args()
    if not arguments.games.exists():
        print(f"skipped: no {arguments.games}")
        return
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        games = plain_games(arguments.games, folder)
        print_table(*measure(arguments.program, games, folder, arguments.rounds))
        if arguments.repeat:
            measure_memory(arguments.program, games, folder, arguments.repeat)


if __name__ == "__main__":
    main()
