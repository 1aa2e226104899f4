#!/usr/bin/env python3
"""Compares move generation with Stockfish: nodes per second and instructions per node.

    tools/bench_perft.py build/release/bin/philidor

Counts the six standard positions on one thread, one program after the other for each position, for several
rounds, so that a temporary slowdown of the machine affects all of them. It takes the ratio of speeds in each
round; the table shows medians.

    counting    `philidor perft`: the moves of the last ply are counted, not written down
    listing     the benchmark perft_listing: every move of the last ply is written to a list, which is counted
    stockfish   `go perft`: moves are played and taken back, and listed at the last ply

Instructions are counted by valgrind's callgrind, if it is installed: a run at some depth minus a run at depth
1, divided by the difference of their nodes. The exit code is 1 if two programs disagree on a count.
"""

import argparse
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

# https://www.chessprogramming.org/Perft_Results: name, depth, nodes, FEN
POSITIONS = [
    ("start", 6, 119060324, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("position2", 5, 193690690, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position3", 7, 178633661, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("position4", 5, 15833292, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("position5", 5, 89941194, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("position6", 5, 164075551, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
]

# Name, depth, nodes at that depth and at depth 1: small enough for callgrind, which is fifty times slower.
INSTRUCTION_COUNTS = [("start", 4, 197281, 20), ("position2", 3, 97862, 48)]

FENS = {name: fen for name, _, _, fen in POSITIONS}


class WrongCount(Exception):
    """A program does not find the known number of nodes."""


def check(program, name, nodes, expected):
    if nodes != expected:
        raise WrongCount(f"{program} counts {nodes} nodes instead of {expected} for {name}")


class Counting:
    """Our program, which reports the time it took itself."""

    label = "counting"

    def __init__(self, program):
        self.program = program

    def seconds(self, name, depth, expected):
        command = [self.program, "perft", str(depth), "--fen", FENS[name], "--threads", "1", "--json"]
        answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        check("philidor", name, answer["nodes"], expected)
        return answer["seconds"]

    def command(self, name, depth):
        """For callgrind: the command line and the standard input."""
        return [self.program, "perft", str(depth), "--fen", FENS[name], "--threads", "1"], ""


class Listing:
    """Our benchmark, which checks its count and fails if the count is wrong."""

    label = "listing"

    def __init__(self, bench):
        self.bench = bench

    def seconds(self, name, depth, expected):
        command = [self.bench, f"--benchmark_filter=^perft_listing/{name}$", "--benchmark_min_time=0.001",
                   "--benchmark_format=json"]
        finished = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        result = json.loads(finished.stdout)["benchmarks"][0]
        if result.get("error_occurred"):
            raise WrongCount(f"{self.bench}: {name}: {result['error_message']}")
        return result["real_time"] / {"s": 1, "ms": 1e3}[result["time_unit"]]  # wall-clock time, like all others


class Stockfish:
    """One process for all counts, so that its startup is not measured."""

    label = "stockfish"

    def __init__(self, program):
        self.program = program
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci")
        self.version = self.read_until(r"id name (.*)")
        self.read_until(r"(uciok)")
        self.send("compiler")
        self.settings = self.read_until(r"Compilation settings include: *(.*)")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_until(self, pattern):
        for line in self.process.stdout:
            if match := re.match(pattern, line.strip()):
                return match[1]
        raise RuntimeError(f"{self.program} ended before it wrote {pattern}")

    def seconds(self, name, depth, expected):
        self.send(f"position fen {FENS[name]}")
        self.send("isready")
        self.read_until(r"(readyok)")
        begin = time.perf_counter()
        self.send(f"go perft {depth}")
        nodes = int(self.read_until(r"Nodes searched: (\d+)"))
        seconds = time.perf_counter() - begin
        check("stockfish", name, nodes, expected)
        return seconds

    def command(self, name, depth):
        return [self.program], f"position fen {FENS[name]}\ngo perft {depth}\nquit\n"


def show_progress(text):
    """Replaces the line on the terminal, if there is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def measure_speeds(contenders, rounds):
    """Nodes per second: {position: {label: [one for each round]}}."""
    speeds = {name: {contender.label: [] for contender in contenders} for name, *_ in POSITIONS}
    for number in range(rounds):
        show_progress(f"round {number + 1} of {rounds}")
        turn = number % len(contenders)  # so that no program is always first
        for name, depth, nodes, _ in POSITIONS:
            for contender in contenders[turn:] + contenders[:turn]:
                speeds[name][contender.label].append(nodes / contender.seconds(name, depth, nodes))
    show_progress("")
    return speeds


def median_ratio(ours, theirs):
    return statistics.median(a / b for a, b in zip(ours, theirs))


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


def summarize(speeds, labels, reference):
    """Rows of the table: {position: {label: Mnps, label + "_ratio": ...}}."""
    rows = {}
    for name, by_label in speeds.items():
        rows[name] = {label: statistics.median(by_label[label]) / 1e6 for label in labels}
        for label in labels:
            if reference and label != reference:
                rows[name][label + "_ratio"] = median_ratio(by_label[label], by_label[reference])
    return rows


def print_speeds(rows, labels, reference):
    print("Million nodes per second, one thread (median of the rounds)" +
          (f", and how many times {reference}" if reference else ""))
    compared = [label for label in labels if reference and label != reference]
    heads = ["position"] + labels + [f"{label}/{reference}" for label in compared]
    widths = [max(10, len(head)) for head in heads]
    print("  ".join(f"{head:<{width}}" if index == 0 else f"{head:>{width}}"
                    for index, (head, width) in enumerate(zip(heads, widths))))
    for name, row in rows.items():
        cells = [f"{row[label]:.1f}" for label in labels] + [f"{row[label + '_ratio']:.2f}" for label in compared]
        print("  ".join([f"{name:<{widths[0]}}"] + [f"{cell:>{width}}" for cell, width in zip(cells, widths[1:])]))
    means = [geometric_mean([row[label] for row in rows.values()]) for label in labels]
    ratios = [geometric_mean([row[label + "_ratio"] for row in rows.values()]) for label in compared]
    cells = [f"{mean:.1f}" for mean in means] + [f"{ratio:.2f}" for ratio in ratios]
    print("  ".join([f"{'geo. mean':<{widths[0]}}"] + [f"{cell:>{width}}" for cell, width in zip(cells, widths[1:])]))
    return dict(zip(labels + [label + "_ratio" for label in compared], means + ratios))


def instructions(command, standard_input):
    finished = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] + command, input=standard_input, text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    match = re.search(r"Collected : (\d+)", finished.stderr)
    if finished.returncode != 0 or not match:
        raise RuntimeError(f"callgrind failed on {' '.join(command)}:\n{finished.stderr}")
    return int(match[1])


def measure_instructions(contenders):
    """Instructions per node: {position: {label: number}}."""
    found = {}
    for name, depth, nodes, nodes_at_depth_1 in INSTRUCTION_COUNTS:
        found[name] = {}
        for contender in contenders:
            deep, shallow = (instructions(*contender.command(name, plies)) for plies in (depth, 1))
            found[name][contender.label] = (deep - shallow) / (nodes - nodes_at_depth_1)
    return found


def print_instructions(found):
    print("\nInstructions per node (callgrind)")
    for name, depth, *_ in INSTRUCTION_COUNTS:
        cells = "   ".join(f"{label} {number:.1f}" for label, number in found[name].items())
        print(f"{name:<10}  depth {depth}   {cells}")


def find_stockfish():
    return shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/release/bin/philidor", help="the program to measure")
    parser.add_argument("--bench", help="the benchmark chess_bench; default: next to the program")
    parser.add_argument("--stockfish", default=find_stockfish(), help="the program to compare with")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (5)")
    parser.add_argument("--no-instructions", action="store_true", help="do not run callgrind")
    parser.add_argument("--json", metavar="FILE", help="write all numbers to this file")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    bench = arguments.bench or str(Path(arguments.program).parent.parent / "benches" / "chess_bench")
    contenders = [Counting(arguments.program)]
    if os.access(bench, os.X_OK):
        contenders.append(Listing(bench))
    else:
        print(f"skipped: listing ({bench} is not built)")
    reference = None
    if arguments.stockfish:
        contenders.append(Stockfish(arguments.stockfish))
        reference = contenders[-1].label
        print(f"{contenders[-1].version}, compiled for: {contenders[-1].settings}\n")
    else:
        print("skipped: stockfish (not installed)\n")

    labels = [contender.label for contender in contenders]
    speeds = measure_speeds(contenders, arguments.rounds)
    rows = summarize(speeds, labels, reference)
    means = print_speeds(rows, labels, reference)
    report = {"rounds": arguments.rounds, "nodes_per_second": speeds, "mnps": rows, "geometric_means": means}

    if arguments.no_instructions:
        pass
    elif shutil.which("valgrind"):
        report["instructions_per_node"] = measure_instructions([c for c in contenders if hasattr(c, "command")])
        print_instructions(report["instructions_per_node"])
    else:
        print("\nskipped: instructions per node (valgrind is not installed)")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    try:
        main()
    except WrongCount as wrong:
        sys.exit(f"bench_perft: {wrong}")
