#!/usr/bin/env python3
"""Checks that the C++ programs of README.md are those of examples/, letter for letter."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    examples = {path.read_text(encoding="utf-8"): path.name for path in (ROOT / "examples").glob("*.cpp")}
    blocks = re.findall(r"```cpp\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    shown = {examples[block] for block in blocks if block in examples}
    for block in blocks:
        if block not in examples:
            print("README.md has a program that is none of examples/:\n" + block)
    for name in sorted(set(examples.values()) - shown):
        print(f"README.md does not show examples/{name}")
    is_good = len(shown) == len(blocks) == len(examples)
    if is_good:
        print(f"readme: {len(shown)} programs are those of examples/")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
