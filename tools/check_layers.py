#!/usr/bin/env python3
"""Checks who includes whom: a layer may include itself and the layers below it, nothing includes an app.

Rules, for every .hpp and .cpp under src, apps, tests, benches, fuzz and examples:
  - our headers are included as "philidor/<layer>/<name>.hpp", in quotes, and nothing else is;
  - files outside src may also include a header of their own folder by its bare name;
  - <layer>/detail/ is for our own code that may include the layer, and not for examples;
  - <layer>/test_support/ is for *_test.cpp files, and for tests, benches and fuzz targets.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CHAIN = ["base", "chess", "pawns", "material", "index", "table", "builder", "solve"]
BELOW = {layer: set(CHAIN[:place]) for place, layer in enumerate(CHAIN)}
BELOW["pgn"] = {"base", "chess", "pawns", "material"}
BELOW["games"] = set(CHAIN[: CHAIN.index("builder") + 1]) | {"pgn"}
BELOW["tune"] = BELOW["solve"]  # learns from tables, and nothing is built on it
BELOW["engine"] = BELOW["serve"] = set(CHAIN)  # siblings: neither sees the other, nor pgn

FOLDERS = ["src", "apps", "tests", "benches", "fuzz", "examples"]
TEST_FOLDERS = {"tests", "benches", "fuzz"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
OURS = re.compile(r"philidor/(\w+)/(detail/|test_support/)?\w+\.hpp")


def complaint(file: Path, bracket: str, path: str) -> str | None:
    """What is wrong with `file` (relative to the root) including `path`, if anything."""
    in_library = file.parts[0] == "src"
    if not path.startswith("philidor/"):
        if bracket == "<":
            return None
        if not in_library and "/" not in path and (ROOT / file.parent / path).is_file():
            return None
        return 'quotes are for "philidor/<layer>/<name>.hpp"'
    if bracket == "<":
        return "our own headers are included in quotes"

    match = OURS.fullmatch(path)
    if not match or match[1] not in BELOW:
        return "not of the form philidor/<layer>/<name>.hpp with a known layer"
    layer, inner_folder = match[1], match[2]
    own_layer = file.parts[2] if in_library else None
    is_test_code = file.name.endswith("_test.cpp") or "test_support" in file.parts
    if inner_folder == "test_support/" and not is_test_code and file.parts[0] not in TEST_FOLDERS:
        return "test_support/ is for tests"
    if layer == own_layer:
        return None
    if in_library and layer not in BELOW[own_layer]:
        return f"{own_layer} must not depend on {layer}"
    if inner_folder == "detail/" and file.parts[0] == "examples":
        return "detail/ is not for users"
    return None


def main() -> int:
    faults = []
    for folder in (ROOT / "src/philidor").glob("*"):
        if folder.name not in BELOW:
            faults.append(f"{folder.relative_to(ROOT)}: not a known layer")

    count = 0
    for path in sorted(p for f in FOLDERS for p in (ROOT / f).rglob("*") if p.suffix in (".hpp", ".cpp")):
        file = path.relative_to(ROOT)
        if file.parts[0] == "src" and (len(file.parts) < 4 or file.parts[2] not in BELOW):
            continue  # named above, as a folder
        count += 1
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if match := INCLUDE.match(line):
                if fault := complaint(file, match[1], match[2]):
                    faults.append(f"{file}:{number}: {line.strip()}: {fault}")

    print("\n".join(faults) if faults else f"layers: {count} files in order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
