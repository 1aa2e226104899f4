#!/usr/bin/env python3
"""usage: check_truth.py PROGRAM TRUTH [--store PATH] [--only CLASS]...

Builds the tables of all positions in TRUTH/*.tsv and TRUTH/wdl_only/*.tsv with the program, probes the
positions, and compares: values must be equal, with the 50-move rule and without it, and so must distances, to
the ply. Where the 50-move rule turns a win or loss into a draw, the distance of the truth may be one ply too
small. For classes of five men without pawns it also compares the counts of TRUTH/stats.tsv;
the smaller classes are covered by a test in `make truth`. Exits with 1 if anything differs. With --store the
store is kept, and may already exist.
"""
import argparse
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time


def run(program, arguments, lines=None):
    """The output of the program, which must succeed."""
    finished = subprocess.run([program, *arguments], input=lines, capture_output=True, text=True)
    if finished.returncode != 0:
        sys.exit(f"truth: philidor {' '.join(arguments)} failed: {finished.stderr.strip()}")
    return finished.stdout


def pawns_of(fen):
    """Pawns and bishops by their squares: sorting by this puts the positions of one table together."""
    rows = "".join(re.sub(r"\d", lambda digit: "." * int(digit.group()), fen.split()[0]).split("/"))
    return [(man, square) for square, man in enumerate(rows) if man in "pP"], \
        [(man, (square + square // 8) % 2) for square, man in enumerate(rows) if man in "bB"]


def is_right(truth, found):
    """A line of the truth and one of ours: FEN, worst, best, DTZ, WDL."""
    fen, wdl, *dtz = truth
    value = (int(wdl) > 0) - (int(wdl) < 0)
    if found[:3] != [fen, str(value), str(value)] or found[4] != wdl:
        return False
    most_too_small = 1 if abs(int(wdl)) == 1 else 0
    return not dtz or 0 <= (int(found[3]) - int(dtz[0])) * value <= most_too_small


def check_positions(program, store, path):
    """The number of positions, and those that differ."""
    truth = [line.split("\t") for line in path.read_text().splitlines()]
    truth.sort(key=lambda line: pawns_of(line[0]))
    fens = "".join(line[0] + "\n" for line in truth)
    run(program, ["generate", "-", "--quiet", *store], fens)
    has_dtz = len(truth[0]) > 2
    answers = run(program, ["probe", "-", "--tsv", *([] if has_dtz else ["--no-dtz"]), *store], fens).splitlines()
    if len(answers) != len(truth):
        sys.exit(f"truth: {len(answers)} answers to {len(truth)} positions of {path.name}")
    pairs = [(line, answer.split("\t")) for line, answer in zip(truth, answers)]
    return len(truth), [f"{path.stem}: {line} expected, {answer} found" for line, answer in pairs
                        if not is_right(line, answer)]


def keys_of(name):
    """All keys of a class without pawns: every bishop may be light-squared or dark-squared."""
    choices = [["Bd", "Bl"] if letter == "B" else [letter] for letter in name]
    sides = lambda text: "v".join("".join(sorted(re.findall("Bd|Bl|.", side), key="K Q R Bd Bl N".split().index))
                                  for side in text.split("v"))
    return sorted({sides("".join(choice)) for choice in itertools.product(*choices)})


def check_counts(program, store, name, stats):
    """The counts that differ, of a class of five men without pawns."""
    sums = {"w": [0] * 4, "b": [0] * 4}
    for key in keys_of(name):
        run(program, ["generate", key, "--quiet", *store])
        table = json.loads(run(program, ["show", key, "--no-dtz", "--json", *store]))
        for side, counts in (("w", table["white_to_move"]), ("b", table["black_to_move"])):
            sums[side] = [a + counts[b] for a, b in zip(sums[side], ("legal", "win", "draw", "loss"))]
    return [f"{name}: {side} to move: {stats[name, side]} expected, {sums[side]} found"
            for side in "wb" if sums[side] != stats[name, side]]


def read_stats(path):
    """The counts of classes without pawns, by name and side to move."""
    lines = [line.split("\t") for line in path.read_text().splitlines() if not line.startswith("#")]
    return {(name, side): list(map(int, counts)) for name, pawns, side, *counts in lines if pawns == "-"}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("truth", type=pathlib.Path)
    parser.add_argument("--store")
    parser.add_argument("--only", action="append")
    arguments = parser.parse_args()
    paths = sorted(arguments.truth.glob("K*.tsv")) + sorted(arguments.truth.glob("wdl_only/K*.tsv"))
    if not paths:
        print(f"skipped: truth (there is no {arguments.truth} here)")
        return 0
    stats = read_stats(arguments.truth / "stats.tsv")
    differences = []
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        store = ["--store", arguments.store or folder + "/truth.db"]
        for path in sorted(paths, key=lambda path: (len(path.stem), path.stem)):
            name = path.stem
            if arguments.only and name not in arguments.only:
                continue
            begin = time.monotonic()
            count, found = check_positions(arguments.program, store, path)
            if len(name) > 5 and (name, "w") in stats:
                found += check_counts(arguments.program, store, name, stats)
            checked += count
            differences += found
            print(f"{name:8} {count:5} positions, {len(found)} differences, {time.monotonic() - begin:6.1f} s", flush=True)
            print(*found[:10], sep="\n", end="\n" if found else "")
    print(f"{checked} positions, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
