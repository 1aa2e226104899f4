#!/usr/bin/env python3
"""Solves positions with one more pair of pawns each time, and prints and plots the cost.

usage: scaling.py PROGRAM [--time SECONDS] [--memory SIZE] [--threads N] [--plot FILE.svg]

There are two series: free pawns, and pawns that block each other. A series ends at the first position whose
value stays open, or whose tables do not fit in memory.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys

VALUES = {-1: "loss", 0: "draw", 1: "win"}

# Each series: its name, its colour, and its positions as in a FEN, with one more pair of pawns each time.
SERIES = [
    ("free pairs", "#b5482a", [
        "4k3/7p/8/8/8/8/P7/4K3",
        "4k3/6pp/8/8/8/8/PP6/4K3",
        "4k3/5ppp/8/8/8/8/PPP5/3K4",  # Szen's position
        "4k3/4pppp/8/8/8/8/PPPP4/3K4",
    ]),
    ("blocked pairs", "#2a62b5", [
        "8/k7/3p4/3P4/8/8/8/K7",
        "8/k7/3p4/p2P4/P7/8/8/K7",
        "8/k7/3p4/p2P1p2/P4P2/8/8/K7",  # Lasker and Reichhelm's, without the pawn on d4
        "8/k7/3p4/p2P1p1p/P4P1P/8/8/K7",
        "8/k7/3p4/p2P1p1p/P4PpP/6P1/8/K7",
        "8/k7/3p4/p2P1p1p/P3pPpP/4P1P1/8/K7",
        "8/k7/3p4/p2P1p1p/Pp2pPpP/1P2P1P1/8/K7",
    ]),
]

MEASURES = [
    ("tables", lambda answer: answer["tables"]),
    ("seconds", lambda answer: answer["seconds"]),
    ("memory, MB", lambda answer: answer["peak_memory_bytes"] / 1e6),
]


def solve(fen, options):
    command = [options.program, "solve", fen, "--json", "--value-only", "--time", str(options.time),
               "--memory", options.memory, "--threads", str(options.threads)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return {"failure": done.stderr.strip().removeprefix("philidor: ") or f"exit code {done.returncode}"}
    return json.loads(done.stdout)


def value_text(answer):
    if answer["value"] is not None:
        return answer["value"]
    return f"{VALUES[answer['worst']]} to {VALUES[answer['best']]}, stopped by {answer['stopped_by']}"


def run_series(name, boards, options):
    print(f"\n{name}\npairs {'tables':>9} {'seconds':>8} {'memory':>8}  position, value")
    answers = []
    for pairs, board in enumerate(boards, start=1):
        fen = f"{board} w - - 0 1"
        answer = solve(fen, options)
        if "failure" in answer:
            print(f"{pairs:5} {'-':>9} {'-':>8} {'-':>8}  {fen}  {answer['failure']}")
            break
        answers.append(answer)
        megabytes = answer["peak_memory_bytes"] / 1e6
        print(f"{pairs:5} {answer['tables']:9,} {answer['seconds']:8.2f} {megabytes:6.0f}MB  {fen}  "
              f"{value_text(answer)}", flush=True)
        if answer["value"] is None:
            break
    return answers


# The plot: a panel for each measure, side by side, with a logarithmic scale.

PANEL_WIDTH, PANEL_HEIGHT, PANEL_GAP = 230, 220, 70
LEFT, TOP, BOTTOM = 80, 44, 84


def text(x, y, words, anchor="middle", style=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{words}</text>\n'


def power_text(exponent):
    return f"{10 ** exponent:,}" if exponent >= 0 else f"{10.0 ** exponent:g}"


def panel(title, left, most_pairs, curves):
    """A panel of curves: (colour, [(pairs, amount, is_open)])."""
    amounts = [amount for _, points in curves for _, amount, _ in points]
    low, high = math.floor(math.log10(min(amounts))), math.ceil(math.log10(max(amounts)))

    def x_of(pairs):
        return left + PANEL_WIDTH * (pairs - 0.5) / most_pairs

    def y_of(amount):
        return TOP + PANEL_HEIGHT * (high - math.log10(amount)) / (high - low)

    svg = text(left + PANEL_WIDTH / 2, TOP - 14, title, style=' font-weight="bold"')
    for exponent in range(low, high + 1):
        y = y_of(10.0 ** exponent)
        svg += f'<path d="M{left} {y:.1f}h{PANEL_WIDTH}" stroke="#ddd"/>\n'
        svg += text(left - 6, y + 4, power_text(exponent), "end")
    for pairs in range(1, most_pairs + 1):
        svg += text(x_of(pairs), TOP + PANEL_HEIGHT + 18, pairs)
    for color, points in curves:
        line = " ".join(f"{x_of(pairs):.1f},{y_of(amount):.1f}" for pairs, amount, _ in points)
        svg += f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>\n'
        for pairs, amount, is_open in points:
            svg += (f'<circle cx="{x_of(pairs):.1f}" cy="{y_of(amount):.1f}" r="4.5" stroke="{color}" '
                    f'stroke-width="2" fill="{"#fff" if is_open else color}"/>\n')
    return svg


def plot(results):
    """`results` has the name, the colour and the answers of each series."""
    most_pairs = max(len(answers) for _, _, answers in results)
    width = LEFT + len(MEASURES) * (PANEL_WIDTH + PANEL_GAP) - PANEL_GAP + 20
    height = TOP + PANEL_HEIGHT + BOTTOM
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
           f'height="{height}" font-family="sans-serif" font-size="12" fill="#222">\n'
           f'<rect width="{width}" height="{height}" fill="#fff"/>\n')
    for place, (title, amount_of) in enumerate(MEASURES):
        curves = [(color, [(pairs, amount_of(answer), answer["value"] is None)
                           for pairs, answer in enumerate(answers, start=1)])
                  for _, color, answers in results]
        left = LEFT + place * (PANEL_WIDTH + PANEL_GAP)
        svg += panel(title, left, most_pairs, curves)
        svg += text(left + PANEL_WIDTH / 2, TOP + PANEL_HEIGHT + 38, "pairs of pawns")
    legend = [(color, color, name) for name, color, _ in results] + [("#555", "#fff", "value still open")]
    for place, (stroke, fill, words) in enumerate(legend):
        x, y = LEFT + 150 * place, height - 18
        svg += f'<circle cx="{x + 5}" cy="{y}" r="4.5" stroke="{stroke}" stroke-width="2" fill="{fill}"/>\n'
        svg += text(x + 16, y + 4, words, "start")
    return svg + "</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--memory", default="4G")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--plot", type=pathlib.Path, metavar="FILE.svg")
    options = parser.parse_args()
    results = [(name, color, run_series(name, boards, options)) for name, color, boards in SERIES]
    if not all(answers for _, _, answers in results):
        return 1
    if options.plot:
        options.plot.write_text(plot(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
