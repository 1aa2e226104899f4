#!/usr/bin/env python3
"""Labels positions of real games with their results, for `philidor tune`.

Reads PGN files, .zst ones as well, through Debian's pgn-extract and prints a few quiet positions of every
game that has a result. Each line has three fields separated by tabs: position, result, number of the game. A
position is quiet if the move before it and the next two plies are not captures. The same seed gives the same
lines.

    tools/label_games.py ../shared/pgn/games.pgn.zst > games.tsv
"""

import argparse
import itertools
import random
import re
import subprocess
import sys

FIRST_PLY = 12  # earlier positions reflect the opening book, not the pawns
RESULT = re.compile(r"c1 (1-0|0-1|1/2-1/2);$")


def men(position):
    return sum(letter.isalpha() for letter in position.split(" ", 1)[0])


def games(path):
    """The lines of each game, one position per line."""
    unpack = subprocess.Popen(["zstd", "-dcf", path], stdout=subprocess.PIPE)
    extract = subprocess.Popen(["/usr/games/pgn-extract", "-Wepd", "-C", "-V", "-N", "-s"], stdin=unpack.stdout,
                               stdout=subprocess.PIPE, text=True, encoding="latin-1")
    for is_game, lines in itertools.groupby(extract.stdout, key=lambda line: line != "\n"):
        if is_game:
            yield [line.rstrip("\n") for line in lines]
    if unpack.wait() != 0 or extract.wait() != 0:
        sys.exit(f"label_games: cannot read {path}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.pgn")
    parser.add_argument("--positions", type=int, default=10, help="at most this many per game (10)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    chance = random.Random(arguments.seed)
    number = 0
    for path in arguments.files:
        for lines in games(path):
            number += 1
            result = RESULT.search(lines[0])
            if not result:
                continue
            positions = [line.split(" c0 ", 1)[0] for line in lines]
            counts = [men(position) for position in positions]
            quiet = [ply for ply in range(FIRST_PLY, len(positions) - 2)
                     if counts[ply - 1] == counts[ply] == counts[ply + 1] == counts[ply + 2]]
            for ply in sorted(chance.sample(quiet, min(arguments.positions, len(quiet)))):
                print(positions[ply], result[1], number, sep="\t")


if __name__ == "__main__":
    main()
