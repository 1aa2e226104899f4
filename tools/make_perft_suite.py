#!/usr/bin/env python3
"""Writes tests/perft/suite.epd: positions with perft counts by Stockfish, an independent authority.

The positions are classics that every generator is tested on, some composed for one rule each, and the last
positions of seeded random games. The same seed and the same Stockfish give the same file.

    tools/make_perft_suite.py > tests/perft/suite.epd
"""

import argparse
import random
import re
import subprocess

MOST_NODES = 1_000_000  # the deepest count of a line stays below
MOST_DEPTH = 6

MOVE_LINE = re.compile(r"([a-h][1-8][a-h][1-8][qrbn]?): \d+$")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

CLASSICS = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
]

COMPOSED = [
    "8/3p4/8/K1P4r/8/8/8/3k4 b - - 0 1",  # en passant opens the rank
    "8/8/3p4/1b6/2P5/3K4/1p6/4k3 w - - 0 1",  # a pawn pinned on a diagonal
    "4k3/8/8/8/2p1p3/8/3P4/R3K2R w KQ - 0 1",  # en passant from two sides
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",  # promotions take castling rights
    "r3k2r/8/8/8/3Q4/8/8/R3K2R b KQkq - 0 1",  # castling past attacked squares
    "4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1",  # double check
    "8/8/8/8/1k1PpN1R/8/8/4K3 b - d3 0 1",  # en passant with a shield on the rank
    "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1",  # en passant discovers check
    "q3k2q/8/8/3PPP2/r1RK1N1r/2PPB3/8/b2q2b1 w - - 0 1",  # pins on every line
]

COMPOSED_960 = [
    "1r2k1r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",  # the king stays where it is
    "8/6k1/8/8/8/8/8/r1R1KR2 w FC - 0 1",  # the rook shields the king
    "rk2r3/8/8/8/8/8/8/RKR5 w CAea - 0 1",  # king and rook swap sides
]


class Stockfish:
    def __init__(self, path, is_chess960):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send(f"setoption name UCI_Chess960 value {'true' if is_chess960 else 'false'}")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def lines_until(self, beginning):
        lines = []
        while not lines or not lines[-1].startswith(beginning):
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("stockfish ended")
            lines.append(line.strip())
        return lines

    def perft(self, fen, moves, depth):
        """The total and the legal moves."""
        self.send(f"position fen {fen} moves {' '.join(moves)}")
        self.send(f"go perft {depth}")
        lines = self.lines_until("Nodes searched:")
        moves = [match.group(1) for match in map(MOVE_LINE.match, lines) if match]
        return int(lines[-1].split()[-1]), moves

    def fen(self, fen, moves):
        self.send(f"position fen {fen} moves {' '.join(moves)}")
        self.send("d")
        found = next(line for line in self.lines_until("Checkers:") if line.startswith("Fen:"))
        return found.removeprefix("Fen: ")


def random_position(stockfish, start, plies, rng):
    moves = []
    for _ in range(plies):
        _, legal = stockfish.perft(start, moves, 1)
        if not legal:
            moves.pop()
            break
        moves.append(rng.choice(sorted(legal)))
    return stockfish.fen(start, moves)


def random_chess960_start(rng):
    while True:
        back = list("rnbqkbnr")
        rng.shuffle(back)
        bishops = [file for file, man in enumerate(back) if man == "b"]
        if "".join(man for man in back if man in "rk") == "rkr" and sum(bishops) % 2 == 1:
            break
    rank = "".join(back)
    rooks = "".join("abcdefgh"[file] for file in (rank.rindex("r"), rank.index("r")))
    return f"{rank}/pppppppp/8/8/8/8/PPPPPPPP/{rank.upper()} w {rooks.upper()}{rooks} - 0 1"


def line_of(stockfish, fen):
    fields = [fen]
    for depth in range(1, MOST_DEPTH + 1):
        nodes, _ = stockfish.perft(fen, [], depth)
        if nodes > MOST_NODES:
            break
        fields.append(f"D{depth} {nodes}")
    return ";".join(fields)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stockfish", default="/usr/games/stockfish", help="the program that counts")
    parser.add_argument("--seed", type=int, default=1749, help="seed of the random games")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)

    standard = Stockfish(arguments.stockfish, is_chess960=False)
    chess960 = Stockfish(arguments.stockfish, is_chess960=True)
    version = standard.lines_until("Stockfish")[-1].split(" by ")[0]
    print("# Made by tools/make_perft_suite.py; do not edit. Lines are fen;D1 n;D2 n;...")
    print(f"# Counts by {version}, `go perft`. The first positions are classics, quoted from the chess literature;")
    print(f"# the others were composed here or come from random games with seed {arguments.seed}.")
    print("# Classics and composed positions:")
    for fen in CLASSICS + COMPOSED:
        print(line_of(standard, fen))
    print("# Random games:")
    for plies in (12, 20, 28, 36, 44, 52, 60, 75, 90, 110, 130, 160, 200):
        print(line_of(standard, random_position(standard, START, plies, rng)))
    print("# Chess960, composed:")
    for fen in COMPOSED_960:
        print(line_of(chess960, fen))
    print("# Chess960, random games:")
    for plies in (6, 9, 12, 15, 18, 24, 30, 40, 80):
        print(line_of(chess960, random_position(chess960, random_chess960_start(rng), plies, rng)))


if __name__ == "__main__":
    main()
