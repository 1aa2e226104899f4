#!/usr/bin/env python3
"""Proves the positions of ../shared/positions and prints the results.

usage: run_suite.py PROGRAM [--time SECONDS] [--memory SIZE] [--threads N] [--only TEXT] [FILE.tsv ...]

The first column of a file is a FEN, the second the published value. In positions.tsv a proof of another value
is wrong; in referee.tsv the published values are in doubt, so the proof decides. The exit code is 1 if a
proof is wrong.
"""

import argparse
import json
import pathlib
import subprocess
import sys

VALUES = {-1: "loss", 0: "draw", 1: "win"}
DOUBTFUL = "referee.tsv"  # values here are claims, not facts


def rows_of(path):
    lines = path.read_text().splitlines()
    return [line.split("\t")[:2] for line in lines[1:] if line.strip()]


def prove(fen, options):
    command = [options.program, "solve", fen, "--json", "--value-only", "--time", str(options.time),
               "--memory", options.memory]
    if options.threads:
        command += ["--threads", str(options.threads)]
    try:
        # Some grace: a table that is being solved when the time is up is still finished.
        done = subprocess.run(command, capture_output=True, text=True, timeout=2 * options.time + 60)
    except subprocess.TimeoutExpired:
        return {"failure": "did not stop in time"}
    if done.returncode != 0:
        return {"failure": done.stderr.strip().removeprefix("philidor: ") or f"exit code {done.returncode}"}
    return json.loads(done.stdout)


def verdict_of(answer, published, is_doubtful):
    if "failure" in answer:
        return "failed", answer["failure"]
    if answer["value"] is None:
        excluded = not answer["worst"] <= {"loss": -1, "draw": 0, "win": 1}[published] <= answer["best"]
        interval = f"{VALUES[answer['worst']]} to {VALUES[answer['best']]}, stopped by {answer['stopped_by']}"
        return ("wrong" if excluded and not is_doubtful else "open"), interval
    if answer["value"] == published:
        return "proved", answer["value"]
    return ("refuted" if is_doubtful else "wrong"), f"{answer['value']}, published {published}"


def run_file(path, options):
    counts = {}
    print(f"\n{path.name}\n{'verdict':8} {'tables':>9} {'seconds':>8} {'memory':>8}  position, value")
    for fen, published in rows_of(path):
        if options.only and options.only not in fen:
            continue
        answer = prove(fen, options)
        verdict, value = verdict_of(answer, published, path.name == DOUBTFUL)
        counts[verdict] = counts.get(verdict, 0) + 1
        megabytes = answer.get("peak_memory_bytes", 0) / 1e6
        print(f"{verdict:8} {answer.get('tables', 0):9,} {answer.get('seconds', 0):8.2f} {megabytes:6.0f}MB  "
              f"{fen}  {value}", flush=True)
    total = sum(counts.values())
    print(f"{path.name}: {total} positions, " + ", ".join(f"{counts[name]} {name}" for name in sorted(counts)))
    return counts


def main():
    folder = pathlib.Path(__file__).resolve().parent.parent.parent / "shared" / "positions"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE.tsv")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--memory", default="8G")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--only", help="only positions whose FEN contains this text")
    options = parser.parse_intermixed_args()
    files = options.files or [folder / "positions.tsv", folder / DOUBTFUL]
    missing = [path for path in files if not path.is_file()]
    if missing:
        print(f"skipped: {missing[0]} is not there")
        return 0
    results = [run_file(path, options) for path in files]
    return 1 if any(counts.get("wrong") for counts in results) else 0


if __name__ == "__main__":
    sys.exit(main())
