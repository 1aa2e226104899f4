#!/usr/bin/env python3
"""usage: syzygy_sizes.py --keys
       syzygy_sizes.py PROGRAM STORE SYZYGY

Compares the bytes of our tables of three and four men with those of Syzygy's .rtbw files, class by class.
The first form prints the keys of all classes, for

    tools/syzygy_sizes.py --keys | philidor generate - --quiet --store STORE

the second one the table: the files of a class in STORE, with headers and checksums, and its file in SYZYGY.
"""

import itertools
import json
import pathlib
import re
import subprocess
import sys

MEN = "QRBNP"


def classes():
    """ "KQvKR" and so on, the side with more or stronger men first."""
    for man in MEN:
        yield f"K{man}vK"
    for first, second in itertools.combinations_with_replacement(MEN, 2):
        yield f"K{first}{second}vK"
        yield f"K{first}vK{second}"


def keys_of(name):
    """All keys of a class; philidor leaves out what is there twice."""
    places = {"P": [f + r for r in "234567" for f in "abcdefgh"], "B": ["Bd", "Bl"]}
    white, black = (side[1:] for side in name.split("v"))
    for men in itertools.product(*(places.get(man, [man]) for man in white + black)):
        squares = [man for man in men if man[0] in "abcdefgh"]
        if len(set(squares)) == len(squares):
            yield "K" + "".join(men[: len(white)]) + "vK" + "".join(men[len(white) :])


def class_of(key):
    """The class of a key, as `classes` has it."""
    sides = []
    for side in key.split("v"):
        men = re.findall(r"B[dl]|[QRN]|[a-h][2-7]", side)
        letters = ["P" if man[0] in "abcdefgh" else man[0] for man in men]
        sides.append("".join(sorted(letters, key=MEN.index)))
    sides.sort(key=lambda side: (-len(side), [MEN.index(man) for man in side]))
    return f"K{sides[0]}vK{sides[1]}"


def compare(program, store, syzygy):
    ours = dict.fromkeys(classes(), 0)
    tables = dict.fromkeys(ours, 0)
    listing = subprocess.run([program, "list", "--json", "--store", store], check=True, capture_output=True, text=True)
    for line in listing.stdout.splitlines():
        table = json.loads(line)
        name = class_of(table["key"])
        if name in ours:
            ours[name] += table["bytes"]
            tables[name] += 1
    theirs = {name: (pathlib.Path(syzygy) / f"{name}.rtbw").stat().st_size for name in ours}
    print(f"{'class':<8}{'tables':>8}{'bytes':>12}{'Syzygy':>12}{'ratio':>8}")
    for name in sorted(ours, key=lambda name: ours[name] / theirs[name]):
        print(f"{name:<8}{tables[name]:>8,}{ours[name]:>12,}{theirs[name]:>12,}{ours[name] / theirs[name]:>8.2f}")
    all_ours, all_theirs = sum(ours.values()), sum(theirs.values())
    print(f"{'all':<8}{sum(tables.values()):>8,}{all_ours:>12,}{all_theirs:>12,}{all_ours / all_theirs:>8.2f}")


def main():
    if sys.argv[1:] == ["--keys"]:
        for name in classes():
            print(*keys_of(name), sep="\n")
    elif len(sys.argv) == 4:
        compare(*sys.argv[1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
