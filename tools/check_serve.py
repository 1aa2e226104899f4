#!/usr/bin/env python3
"""usage: check_serve.py PROGRAM TRUTH --store PATH [--only CLASS]... [--most N] [--record FILE]

Asks `philidor serve` about the positions of three and four men in TRUTH/*.tsv, building tables that the store
lacks, and compares every field with what the format of the lichess tablebase and the truth require. With
--record the answers are written to a file, one line for each position, for the test that compares them later.
Exits with 1 if anything differs.
"""
import argparse
import http.client
import json
import pathlib
import signal
import subprocess
import sys

CATEGORIES = {2: "win", 0: "draw", -2: "loss"}  # with three or four men there are no others
WORTH = {"win": 1, "draw": 0, "loss": -1}
POSITION = {"category": str, "worst": int, "best": int, "dtz": int, "precise_dtz": int, "dtm": type(None), "checkmate": bool, "stalemate": bool,
            "variant_win": bool, "variant_loss": bool, "insufficient_material": bool}
MOVE = {"uci": str, "san": str, **POSITION, "zeroing": bool}


def complaints(fen, wdl, dtz, answer):
    """What is wrong with an answer."""
    fields = {**POSITION, "moves": list}
    if {name: type(value) for name, value in answer.items()} != fields:
        yield f"fields: {answer}"
        return
    if (answer["category"], answer["dtz"]) != (CATEGORIES[wdl], dtz):
        yield f"{answer['category']} {answer['dtz']}, expected {CATEGORIES[wdl]} {dtz}"
    for place in [answer, *answer["moves"]]:
        if place["precise_dtz"] != place["dtz"]:
            yield f"precise_dtz: {place}"
        sign = WORTH.get(place["category"])
        if sign is None or (place["dtz"] > 0) - (place["dtz"] < 0) != sign:
            yield f"sign: {place}"
        if (place["worst"], place["best"]) != (sign, sign):
            yield f"bounds: {place}"
        if place["variant_win"] or place["variant_loss"] or place["checkmate"] and place["dtz"] != -1:
            yield f"end of the game: {place}"
    if not answer["moves"]:
        if not answer["checkmate"] and not answer["stalemate"]:
            yield "no moves"
        return
    for move in answer["moves"]:
        if {name: type(value) for name, value in move.items()} != MOVE:
            yield f"fields: {move}"
        if move["san"].endswith("#") != move["checkmate"] or move["zeroing"] < ("x" in move["san"]):
            yield f"move: {move}"
    # Each move has the value for the other side, and the first is the best.
    order = [WORTH[move["category"]] for move in answer["moves"]]
    if order != sorted(order) or WORTH[answer["category"]] != -order[0]:
        yield f"order: {order}"
    best = answer["moves"][0]
    step = (wdl > 0) - (wdl < 0)
    ends = best["zeroing"] or best["checkmate"]
    if wdl != 0 and dtz != (step if ends else step - best["dtz"]):
        yield f"best move: {best}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("truth", type=pathlib.Path)
    parser.add_argument("--store", required=True)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--most", type=int, default=10**9)
    parser.add_argument("--record", type=argparse.FileType("w"))
    arguments = parser.parse_args()
    server = subprocess.Popen([arguments.program, "serve", "--listen", "127.0.0.1:0", "--log", "none",
                               "--solve-time", "60", "--store", arguments.store], stdout=subprocess.PIPE, text=True)
    count = wrong = 0
    try:
        connection = http.client.HTTPConnection(server.stdout.readline().split("/")[2])
        for path in sorted(arguments.truth.glob("*.tsv")):
            if len(path.stem) not in (4, 5) or path.stem == "stats" or arguments.only and path.stem not in arguments.only:
                continue
            for line in path.read_text().splitlines()[:arguments.most]:
                fen, wdl, dtz = line.split("\t")
                connection.request("GET", "/standard?fen=" + fen.replace(" ", "_"))
                response = connection.getresponse()
                text = response.read().decode()
                count += 1
                found = [f"status {response.status}: {text}"] if response.status != 200 else \
                    list(complaints(fen, int(wdl), int(dtz), json.loads(text)))
                wrong += bool(found)
                for complaint in found:
                    print(f"{fen}: {complaint}")
                if arguments.record:
                    print(json.dumps({"fen": fen, "answer": json.loads(text)}, separators=(",", ":")), file=arguments.record)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=60)
    print(f"{count} positions asked, {wrong} answers differ")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
