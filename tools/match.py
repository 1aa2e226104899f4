#!/usr/bin/env python3
"""match.py [options] ENGINE OPPONENT    lets two UCI engines play a match, and keeps the score

Every opening is played twice, with colours swapped. Stockfish is the referee: a move that it does not list is
illegal. The score of ENGINE is printed with its 95% interval, and every illegal move, crash or loss on time
is reported; the exit code is 1 if ENGINE is to blame for one. An engine is a command line, such as
'build/release/bin/philidor uci'.

Example:
  tools/match.py 'build/release/bin/philidor uci' /usr/games/stockfish --games 40 --tc 2+0.02 \\
      --opponent-option UCI_LimitStrength=true --opponent-option UCI_Elo=1800
"""

import argparse
import concurrent.futures
import math
import queue
import random
import re
import shlex
import subprocess
import sys
import threading
import time

DRAW_PLIES = 400  # a game that has not ended by then counts as drawn


class Failure(Exception):
    """Ends a game because an engine broke the rules: the fault, as a word, and the details."""


class Engine:
    """A UCI engine in its own process."""

    def __init__(self, command, options=()):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.send("uci")
        self.wait_for("uciok", 20)
        for option in options:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")
        self.ready()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failure("crash", "it does not listen any more") from None

    def wait_for(self, word, seconds):
        """The lines up to the first one that begins with this word."""
        end = time.monotonic() + seconds
        lines = []
        while True:
            try:
                line = self.lines.get(timeout=max(end - time.monotonic(), 0))
            except queue.Empty:
                raise Failure("silence", f"no {word} in {seconds:.1f} s") from None
            if line is None:
                raise Failure("crash", f"it ended while {word} was awaited")
            lines.append(line)
            if line.split(" ")[0] == word:
                return lines

    def ready(self):
        self.send("isready")
        self.wait_for("readyok", 60)

    def new_game(self):
        self.send("ucinewgame")
        self.ready()

    def move(self, position, limits, seconds):
        self.send(position)
        self.send(limits)
        return self.wait_for("bestmove", seconds)[-1].split()[1]

    def quit(self):
        try:
            self.send("quit")
            self.process.wait(timeout=5)
        except (Failure, subprocess.TimeoutExpired):
            self.process.kill()


class Referee:
    """Knows the rules of chess."""

    def __init__(self):
        self.engine = Engine("stockfish" if not REFEREE else REFEREE)

    def look(self, position):
        """The FEN, whether it is check, and the legal moves."""
        self.engine.send(position)
        self.engine.send("d")
        self.engine.send("go perft 1")
        fen, is_check, moves = None, False, []
        for line in self.engine.wait_for("Nodes", 60):
            if line.startswith("Fen: "):
                fen = line[5:]
            elif line.startswith("Checkers: "):
                is_check = bool(line[10:].strip())
            elif found := re.fullmatch(r"([a-h][1-8][a-h][1-8][nbrq]?): 1", line):
                moves.append(found[1])
        return fen, is_check, moves


REFEREE = None


def is_dead(fen):
    """Whether the material alone makes a draw: kings with at most one minor piece."""
    men = [letter for letter in fen.split()[0].lower() if letter.isalpha() and letter != "k"]
    return len(men) <= 1 and all(letter in "bn" for letter in men)


def position_of(start, moves):
    begin = f"position fen {start}" if start else "position startpos"
    return begin + (" moves " + " ".join(moves) if moves else "")


def random_opening(referee, seed, plies):
    """Some random moves, after which the game is not over."""
    rng = random.Random(seed)
    while True:
        moves = []
        for _ in range(plies):
            legal = referee.look(position_of(None, moves))[2]
            if not legal:
                break
            moves.append(rng.choice(legal))
        if len(moves) == plies and referee.look(position_of(None, moves))[2]:
            return moves


class Clock:
    """The time of both sides, as in BASE+INCREMENT, or a fixed time for each move."""

    def __init__(self, arguments):
        self.fixed = arguments.movetime
        self.nodes = arguments.nodes
        base, increment = map(float, arguments.tc.split("+"))
        self.left = [base, base]
        self.increment = increment
        self.tolerance = arguments.tolerance

    def limits(self):
        if self.nodes:
            return f"go nodes {self.nodes}"
        if self.fixed:
            return f"go movetime {self.fixed}"
        white, black = (max(int(1000 * left), 1) for left in self.left)
        increment = int(1000 * self.increment)
        return f"go wtime {white} btime {black} winc {increment} binc {increment}"

    def patience(self, side):
        return (self.fixed / 1000 if self.fixed else self.left[side]) + 30

    def spend(self, side, seconds):
        if self.nodes:
            return
        if self.fixed:
            if seconds > self.fixed / 1000 + self.tolerance:
                raise Failure("time", f"{1000 * seconds:.0f} ms for a move of {self.fixed} ms")
            return
        self.left[side] -= seconds
        if self.left[side] < -self.tolerance:
            raise Failure("time", f"{-1000 * self.left[side]:.0f} ms over")
        self.left[side] += self.increment


def play(players, referee, moves, clock):
    """The result for White (1, 0.5, 0) and how the game ended. `players` are White's and Black's engine."""
    moves = list(moves)
    seen = {}
    for player in players:
        player.new_game()
    while True:
        side = len(moves) % 2
        position = position_of(None, moves)
        fen, is_check, legal = referee.look(position)
        place = " ".join(fen.split()[:4])
        seen[place] = seen.get(place, 0) + 1
        if not legal:
            return (side, "mate") if is_check else (0.5, "stalemate")
        if seen[place] == 3:
            return 0.5, "repetition"
        if int(fen.split()[4]) >= 100:
            return 0.5, "50 moves"
        if is_dead(fen):
            return 0.5, "material"
        if len(moves) >= DRAW_PLIES:
            return 0.5, "length"
        begin = time.monotonic()
        try:
            move = players[side].move(position, clock.limits(), clock.patience(side))
            clock.spend(side, time.monotonic() - begin)
            if move not in legal:
                raise Failure("illegal", move)
        except Failure as failure:
            failure.side = side
            failure.args = (failure.args[0], f"{failure.args[1]}, in {fen}")
            raise
        moves.append(move)


def play_pair(arguments, number):
    """Two games from one opening: results for ENGINE, and its and the opponent's failures."""
    results, faults = [], []
    referee = Referee()
    opening = random_opening(referee, arguments.seed + number, arguments.opening_plies)
    for is_white in (True, False):
        engine = Engine(arguments.engine, arguments.option)
        opponent = Engine(arguments.opponent, arguments.opponent_option)
        players = (engine, opponent) if is_white else (opponent, engine)
        try:
            result, how = play(players, referee, opening, Clock(arguments))
        except Failure as failure:
            kind, details = failure.args
            own = (failure.side == 0) == is_white
            faults.append((own, kind, details))
            result, how = (1 if failure.side == 1 else 0), kind
        results.append((result if is_white else 1 - result, how))
        engine.quit()
        opponent.quit()
    referee.engine.quit()
    return results, faults


def elo(share):
    share = min(max(share, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / share - 1)


def summary(scores):
    """The score, its 95% interval, and both as differences of Elo."""
    count = len(scores)
    mean = sum(scores) / count
    error = 1.96 * math.sqrt(sum((score - mean) ** 2 for score in scores) / count / count)
    wins, draws, losses = (sum(score == value for score in scores) for value in (1, 0.5, 0))
    return (f"{count} games: +{wins} ={draws} -{losses}, {100 * mean:.1f}% +- {100 * error:.1f}%, "
            f"Elo {elo(mean):+.0f} ({elo(mean - error):+.0f} to {elo(mean + error):+.0f})")


def main():
    global REFEREE
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("opponent")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--tc", default="2+0.02", help="seconds for the game and for each move")
    parser.add_argument("--movetime", type=int, help="milliseconds for each move, instead")
    parser.add_argument("--nodes", type=int, help="nodes for each move, instead: for busy machines")
    parser.add_argument("--tolerance", type=float, default=0.1, help="seconds over time that are tolerated")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE for ENGINE")
    parser.add_argument("--opponent-option", action="append", default=[])
    parser.add_argument("--opening-plies", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parallel", type=int, default=1)
    parser.add_argument("--referee", default="/usr/games/stockfish")
    arguments = parser.parse_args()
    REFEREE = arguments.referee
    scores, ends, faults = [], {}, []
    with concurrent.futures.ThreadPoolExecutor(arguments.parallel) as pool:
        pairs = [pool.submit(play_pair, arguments, number) for number in range((arguments.games + 1) // 2)]
        for pair in concurrent.futures.as_completed(pairs):
            results, found = pair.result()
            faults += found
            for score, how in results:
                scores.append(score)
                ends[how] = ends.get(how, 0) + 1
            for own, kind, details in found:
                print(f"{'ENGINE' if own else 'OPPONENT'}: {kind}: {details}", flush=True)
            if len(scores) % 20 == 0:
                print(summary(scores), flush=True)
    print(summary(scores))
    print("ended by " + ", ".join(f"{how} {count}" for how, count in sorted(ends.items())))
    own = [kind for is_own, kind, _ in faults if is_own]
    print(f"faults of ENGINE: {len(own)} {sorted(own) if own else ''}, of OPPONENT: {len(faults) - len(own)}")
    return 1 if own else 0


if __name__ == "__main__":
    sys.exit(main())
