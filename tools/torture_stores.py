#!/usr/bin/env python3
"""usage: torture_stores.py PROGRAM [--kills N] [--damages N] [--seed N]

Kills `generate`, `solve` and `serve` N times each (SIGKILL, at a random moment) while they write to a folder and to a
database. A store goes through many kills. After each of them all its checksums must be right. What `generate` has
stored must be the same to the byte as without kills, and nothing may be missing once it comes to its end. What `solve`
and `serve` have stored is verified whenever `solve` comes to its end, after every 50 kills, and at last.

Then damages N files: bytes changed, cut off, zeroed, repeated or exchanged, in tables of a folder and in databases. The
program must give the right answer, report an error, or say that it does not know; then a manifest must find the damage.
A crash, a hang of more than a minute, or another value is a failure of the program.
"""
import argparse
import collections
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

ENDING = "8/8/3k4/3p4/3P4/3K4/8/8 w - - 0 1"
KEY = "Kd4vKd5"
LARGER_KEY = "Kc4vKd6"
SOLVED = "8/8/1p1k4/1P1p4/3P4/3K4/8/8 w - - 0 1"
STORES = {"folder": "tables", "SQLite": "tables.db"}
SIGNS_OF_A_CRASH = ("AddressSanitizer", "runtime error", "terminate called", "Assertion")


class Failure(Exception):
    """The program broke a promise."""


def run(program, *words):
    """Runs the program to its end. Returns its exit code and what it wrote."""
    try:
        done = subprocess.run([program, *words], capture_output=True, text=True, errors="replace", timeout=60, check=False)
    except subprocess.TimeoutExpired as too_long:
        raise Failure(f"{words}: still running after a minute") from too_long
    crashed = done.returncode < 0 or done.returncode > 2 or any(sign in done.stderr for sign in SIGNS_OF_A_CRASH)
    if crashed:
        raise Failure(f"{words}: exit code {done.returncode}\n{done.stderr}")
    return done.returncode, done.stdout, done.stderr


def must_succeed(program, *words):
    code, out, err = run(program, *words)
    if code != 0:
        raise Failure(f"{words}: exit code {code}\n{out[-500:]}{err}")
    return out


def random_ending(rng):
    """A legal ending of kings and three pawns, as a target of the server."""
    while True:
        squares = rng.sample(range(64), 2) + rng.sample(range(8, 56), 3)
        kings = [divmod(square, 8) for square in squares[:2]]
        apart = max(abs(kings[0][0] - kings[1][0]), abs(kings[0][1] - kings[1][1])) > 1
        if len(set(squares)) < 5 or not apart:
            continue
        board = dict(zip(squares, "KkPpP"))
        rows = []
        for rank in range(7, -1, -1):
            row = "".join(board.get(rank * 8 + file, "1") for file in range(8))
            rows.append(row)
        return f"{'/'.join(rows)} {rng.choice('wb')} - - 0 1"


def ask_until_killed(process, rng, until):
    """Asks a server one question after the other."""
    address = process.stdout.readline().split()[-1]
    while time.monotonic() < until:
        target = rng.choice(["standard", "solve"]) + "?fen=" + urllib.parse.quote(random_ending(rng))
        left = max(0.01, until - time.monotonic())
        try:
            urllib.request.urlopen(address + target, timeout=left).read()
        except OSError:
            pass  # a position that is not legal, or the time is up


def kill_once(program, command, store, rng, longest):
    """Starts a command on a store and kills it after a random time. Returns whether it ended before."""
    words = {"generate": ["generate", LARGER_KEY, "--quiet"], "solve": ["solve", SOLVED], "serve": ["serve", "--listen", "127.0.0.1:0", "--log", "none"]}
    process = subprocess.Popen([program, *words[command], "--store", store], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    until = time.monotonic() + rng.random() * longest
    if command == "serve":
        ask_until_killed(process, rng, until)
    else:
        while time.monotonic() < until and process.poll() is None:
            time.sleep(0.002)
    ended = process.poll() is not None
    process.kill()
    process.wait()
    process.stdout.close()
    if ended and process.returncode != 0:
        raise Failure(f"{command} after a kill: exit code {process.returncode}")
    return ended


def remove(store):
    for path in pathlib.Path(store).parent.glob(pathlib.Path(store).name + "*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def manifest(program, store):
    return set(must_succeed(program, "manifest", "--store", store).splitlines())


def kill_generate_often(program, store, kills, rng):
    """Returns how often the command came to its end between kills."""
    begin = time.monotonic()
    must_succeed(program, "generate", LARGER_KEY, "--quiet", "--store", store)
    longest = 1.5 * (time.monotonic() - begin)
    right = manifest(program, store)
    remove(store)
    completed = done = 0
    while done < kills:
        ended = kill_once(program, "generate", store, rng, longest)
        if not pathlib.Path(store).exists():
            continue
        found = manifest(program, store)
        if not found <= right or (ended and found != right):
            raise Failure("generate: not the tables that it makes without kills")
        if ended:
            remove(store)
            completed += 1
        else:
            done += 1
    remove(store)
    return completed


def kill_often(program, command, store, kills, rng):
    """Returns how often the command came to its end between kills."""
    longest = 0.3
    completed = done = 0
    while done < kills:
        ended = kill_once(program, command, store, rng, longest)
        if not pathlib.Path(store).exists():
            continue
        must_succeed(program, "verify", "--all", "--checksums", "--store", store)
        completed += ended
        done += not ended
        if ended or done % 50 == 0:
            must_succeed(program, "verify", "--all", "--store", store)
            remove(store)
        # About as many ends as kills.
        longest = longest * 0.9 if ended else min(longest * 1.1, 3)
    if pathlib.Path(store).exists():
        must_succeed(program, "verify", "--all", "--store", store)
        remove(store)
    return completed


def damaged(data, rng):
    """The bytes with some damage."""
    data = bytearray(data)
    place = rng.randrange(len(data))
    length = min(rng.choice([1, 1, 4, 64, 4096]), len(data) - place)
    kind = rng.randrange(6)
    if kind == 0:
        data[place] ^= 1 << rng.randrange(8)
    elif kind == 1:
        data[place:place + length] = rng.randbytes(length)
    elif kind == 2:
        data[place:place + length] = bytes(length)
    elif kind == 3:
        del data[place:]
    elif kind == 4:
        data[place:place] = data[place:place + length]
    else:
        other = rng.randrange(len(data) - length + 1)
        data[place:place + length], data[other:other + length] = data[other:other + length], data[place:place + length]
    return bytes(data)


def agree(answer, right):
    """Whether an answer says nothing else than the right one. It may say less: if a database has lost the name of a
    table, the table is absent."""
    moves = {move["uci"]: move for move in right["moves"]}
    pairs = [(answer, right)] + [(move, moves[move["uci"]]) for move in answer["moves"]]
    return all(known["worst"] <= true["worst"] and known["best"] >= true["best"] and known["dtz"] in (None, true["dtz"])
               for known, true in pairs)


def damage_often(program, store, damages, rng):
    """Returns how often damage was reported, how often the answer was right nevertheless, and how often it said less."""
    must_succeed(program, "generate", KEY, "--quiet", "--store", store)
    probe = ["probe", "--json", "--store", store, ENDING]
    right = json.loads(must_succeed(program, *probe))
    listed = f"{store}.sha256"
    must_succeed(program, "manifest", "--store", store, "--output", listed)
    path = pathlib.Path(store)
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    # Files that the probe reads are damaged most often.
    read = [file for file in files if file.stem.startswith("K") and "Q" not in file.stem] or files
    outcomes = collections.Counter()
    for _ in range(damages):
        file = rng.choice(read if rng.random() < 0.9 else files)
        sound = file.read_bytes()
        file.write_bytes(damaged(sound, rng))
        code, out, err = run(program, *probe)
        answer = json.loads(out) if code == 0 else None
        if answer is not None and not agree(answer, right):
            file.rename(file.with_name(file.name + ".wrong"))
            raise Failure(f"{file.name}: another answer than without damage\n{out}")
        if code != 0 and not err.strip():
            raise Failure(f"{file.name}: exit code {code} without a message")
        if answer not in (None, right):
            code_of_comparison, _, _ = run(program, "verify", "--manifest", listed, "--store", store)
            if code_of_comparison == 0:
                raise Failure(f"{file.name}: the manifest does not find what is lost")
        outcomes["reported" if code != 0 else "right" if answer == right else "less"] += 1
        for log in path.parent.glob(path.name + "-*"):
            log.unlink()
        file.write_bytes(sound)
    remove(store)
    return outcomes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--damages", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        try:
            for kind, name in STORES.items():
                store = f"{folder}/{name}"
                for command in ["generate", "solve", "serve"] if arguments.kills else []:
                    if command == "generate":
                        completed = kill_generate_often(arguments.program, store, arguments.kills, rng)
                    else:
                        completed = kill_often(arguments.program, command, store, arguments.kills, rng)
                    print(f"{command} on {kind}: {arguments.kills} kills, and {completed} times to the end; nothing wrong", flush=True)
                if arguments.damages == 0:
                    continue
                outcomes = damage_often(arguments.program, store, arguments.damages, rng)
                print(f"{kind}: {arguments.damages} damaged files, {outcomes['reported']} reported, "
                      f"{outcomes['right']} with the right answer, {outcomes['less']} with an answer that says less", flush=True)
        except Failure as failure:
            print(f"torture_stores: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
