#!/usr/bin/env python3
"""Checks that documents tell the figures of docs/figures.txt, and so do not contradict each other."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NUMBER = r"(\d[\d,]*(?:\.\d+)?)"


def problem_of(value, document, factor, words):
    """Why a document does not tell a figure with these words; None if it does."""
    text = " ".join((ROOT / document).read_text(encoding="utf-8").split())
    found = re.findall(NUMBER.join(re.escape(part) for part in words.split("N", 1)), text)
    if not found:
        return f"{document} does not say \"{words}\""
    for number in found:
        decimals = len(number.partition(".")[2])
        expected = f"{value * factor:.{decimals}f}"
        if number.replace(",", "") != expected:
            return f"{document} says {number} in \"{words}\" instead of {expected}"
    return None


def main():
    problems = []
    places = 0
    value = None
    for line in (ROOT / "docs/figures.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if not line.startswith(" "):
            name, _, number = line.rpartition(": ")
            value = float(number)
            continue
        document, factor, words = line.split(maxsplit=2)
        places += 1
        if problem := problem_of(value, document, float(factor), words):
            problems.append(f"{name}: {problem}")
    print("\n".join(problems) if problems else f"figures: {places} places agree with docs/figures.txt")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
