#!/usr/bin/env python3
"""Counts whole classes of six men without pawns, and compares them with ../shared/truth/six_men.tsv.

    tools/check_six_men.py PROGRAM TSV [CLASS...] [--device auto|cpu|cuda] [--memory SIZE]

Classes are named as in the file: QRvRB. Our tables keep dark and light bishops apart and count like pieces once, so a
class is the sum of its tables, times two for each pair of like pieces on one colour of squares.
"""

import argparse
import itertools
import json
import math
import subprocess
import sys
from collections import Counter

ORDER = ["Q", "R", "Bd", "Bl", "N"]


def colourings(pieces: str) -> Counter:
    """The names of a side with its bishops on dark or light squares, and how many ways lead to each."""
    choices = [["Bd", "Bl"] if piece == "B" else [piece] for piece in pieces]
    names = Counter()
    for choice in itertools.product(*choices):
        names["K" + "".join(sorted(choice, key=ORDER.index))] += 1
    return names


def orders(name: str) -> int:
    """In how many orders the like pieces of a side can be named."""
    tokens = name[1:].replace("Bd", "d").replace("Bl", "l")
    return math.prod(math.factorial(count) for count in Counter(tokens).values())


def tables_of(name: str) -> dict[str, int]:
    """The tables of a class, and how often each counts."""
    attacker, defender = name.split("v")
    return {
        f"{a}v{d}": n * m * orders(a) * orders(d)
        for a, n in colourings(attacker).items()
        for d, m in colourings(defender).items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("truth")
    parser.add_argument("classes", nargs="*")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--memory", default="64G")
    arguments = parser.parse_args()
    truth = {}
    with open(arguments.truth, encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                fields = line.split()
                truth[fields[0]] = [int(field) for field in fields[2:]]
    faults = 0
    for name in arguments.classes or truth:
        tables = tables_of(name)
        command = [arguments.program, "generate", "--count", "--json", "--quiet", *tables]
        command += ["--device", arguments.device, "--memory", arguments.memory]
        report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
        sums = [0, 0, 0, 0]
        for key in report["keys"]:
            weight = tables[key["key"]]
            white, black = key["white"], key["black"]
            for i, count in enumerate((white["legal"], white["wins"], black["legal"], black["losses"])):
                sums[i] += weight * count
        is_right = truth.get(name) == sums
        verdict = "as it should be" if is_right else f"NOT {truth[name]}" if name in truth else "not in the file"
        faults += name in truth and not is_right
        own = sum({key["white"]["checksum"]: key["seconds"] for key in report["keys"]}.values())
        print(f"{name}: {sums} {verdict}; {report['seconds']:.2f} s in all, {own:.2f} s for its own tables", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
