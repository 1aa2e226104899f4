#!/usr/bin/env python3
"""convert.py PROGRAM TRUTH [--store PATH]    plays out won and drawn endings of five men

Samples positions of the folder TRUTH, builds the tables they need, and lets the engine play with them: won
positions against the defence that holds out longest by the tables, until mate; drawn positions against
stockfish, for fifty moves or until the game is drawn. Stockfish is the referee. The exit code is 1 if a win
or a draw is spoilt.

Example:
  tools/convert.py build/release/bin/philidor ../shared/truth
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import match

MOST_PLIES = 400
PLIES_TO_HOLD = 100


class Prober:
    """Asks the tables."""

    def __init__(self, program, store):
        self.process = subprocess.Popen([program, "probe", "-", "--json", "--store", store], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)

    def best_move(self, fen):
        self.process.stdin.write(fen + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["moves"][0]["uci"]


def sample(truth, count, seed):
    """Positions of five men with pawns: some that are won within the 50-move rule, and the same number of draws."""
    lines = []
    for path in sorted(truth.glob("K*P*.tsv")):
        if len(path.stem) == len("KXXvKX"):
            lines += [line.split("\t")[:2] for line in path.read_text().splitlines()]
    random.Random(seed).shuffle(lines)
    decided = [(fen, value) for fen, value in lines if abs(int(value)) == 2]
    drawn = [(fen, value) for fen, value in lines if value == "0"]
    return decided[:count], drawn[:count]


def play_out(fen, movers, referee, most_plies):
    """"mate", "stalemate" or "draw", and the plies played. `movers` choose for White and Black: FEN, position -> move."""
    moves, seen = [], {}
    while True:
        position = match.position_of(fen, moves)
        now, is_check, legal = referee.look(position)
        place = " ".join(now.split()[:4])
        seen[place] = seen.get(place, 0) + 1
        if not legal:
            return "mate" if is_check else "stalemate", len(moves)
        if seen[place] == 3 or int(now.split()[4]) >= 100 or match.is_dead(now) or len(moves) >= most_plies:
            return "draw", len(moves)
        move = movers["wb".index(now.split()[1])](now, position)
        if move not in legal:
            return f"illegal move {move}", len(moves)
        moves.append(move)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("truth", type=pathlib.Path)
    parser.add_argument("--store", help="where tables are kept for the next run")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds")
    parser.add_argument("--referee", default="/usr/games/stockfish")
    arguments = parser.parse_args()
    match.REFEREE = arguments.referee
    decided, drawn = sample(arguments.truth, arguments.count, arguments.seed)
    folder = tempfile.TemporaryDirectory()
    store = arguments.store or folder.name + "/tables.db"
    fens = "".join(fen + "\n" for fen, _ in decided + drawn)
    subprocess.run([arguments.program, "generate", "-", "--dtz", "--quiet", "--store", store], input=fens, text=True, check=True)

    referee = match.Referee()
    engine = match.Engine(arguments.program + " uci", [f"TablePath={store}"])
    prober = Prober(arguments.program, store)
    attacker = match.Engine(arguments.referee)

    def thinks(player):
        return lambda fen, position: player.move(position, f"go movetime {arguments.movetime}", 60)

    faults, longest = [], 0
    for fen, value in decided:
        engine.new_game()
        # The engine plays the winning side.
        engine_is_white = (fen.split()[1] == "w") == (int(value) > 0)
        defends = lambda now, position: prober.best_move(now)
        movers = (thinks(engine), defends) if engine_is_white else (defends, thinks(engine))
        end, plies = play_out(fen, movers, referee, MOST_PLIES)
        longest = max(longest, plies)
        if end != "mate":
            faults.append(f"win spoilt: {fen}: {end} after {plies} plies")
            print(faults[-1], flush=True)
    print(f"{len(decided) - len(faults)} of {len(decided)} wins converted, the longest in {longest} plies", flush=True)
    spoilt, won = len(faults), 0
    for number, (fen, _) in enumerate(drawn):
        engine.new_game()
        attacker.new_game()
        engine_is_white = number % 2 == 0
        players = (thinks(engine), thinks(attacker)) if engine_is_white else (thinks(attacker), thinks(engine))
        end, plies = play_out(fen, players, referee, PLIES_TO_HOLD)
        white_is_to_move = (fen.split()[1] == "w") == (plies % 2 == 0)
        has_won = end == "mate" and white_is_to_move != engine_is_white
        won += has_won
        if end not in ("draw", "stalemate") and not has_won:
            faults.append(f"draw spoilt: {fen}: {end} after {plies} plies")
            print(faults[-1], flush=True)
    print(f"{len(drawn) - (len(faults) - spoilt)} of {len(drawn)} draws held, {won} of them even won")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
