#!/usr/bin/env python3
"""Checks who includes whom: a layer may include itself and the layers below it, nothing includes an app.

Rules, for every .hpp and .cpp under src, apps, tests, benches, fuzz and examples:
  - our headers are included as "philidor/<layer>/<name>.hpp", in quotes, and nothing else is;
  - files outside src may also include a header of their own folder by its bare name;
  - what stands directly in the <layer>/ of a component is public: it is installed, and includes public headers only;
  - <layer>/detail/ is not installed, and free to all of our own code that may include the layer;
  - <layer>/test_support/ is for *_test.cpp files, and for tests, benches and fuzz targets;
  - examples and tests/install are users: they include public headers, or philidor/philidor.hpp, which includes these;
  - the component chess knows nothing of the database, base/sqlite*.hpp.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CHAIN = ["base", "chess", "pawns", "material", "index", "table", "builder", "solve"]
BELOW = {layer: set(CHAIN[:place]) for place, layer in enumerate(CHAIN)}
BELOW["pgn"] = {"base", "chess", "pawns", "material"}
BELOW["games"] = set(CHAIN) | {"pgn"}
BELOW["cluster"] = BELOW["games"] | {"games"}  # for what tables cost
BELOW["tune"] = BELOW["solve"]  # learns from tables, and nothing is built on it
BELOW["engine"] = BELOW["serve"] = set(CHAIN)  # siblings: neither sees the other, nor pgn

NOT_INSTALLED = {"cluster", "games", "serve", "tune"}
CHESS_COMPONENT = {"base", "chess", "pawns", "material"}

FOLDERS = ["src", "apps", "tests", "benches", "fuzz", "examples"]
TEST_FOLDERS = {"tests", "benches", "fuzz"}
UMBRELLA = "philidor/philidor.hpp"

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
OURS = re.compile(r"philidor/(\w+)/(detail/|test_support/)?\w+\.hpp")
DATABASE = re.compile(r"philidor/base/(detail/)?sqlite")


def is_public(path: str) -> bool:
    """Whether a file, as it is included, is a public header."""
    match = OURS.fullmatch(path)
    if not match or match[1] in NOT_INSTALLED:
        return path == UMBRELLA
    return not match[2]


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

    is_users = file.parts[0] == "examples" or file.parts[:2] == ("tests", "install")
    if path == UMBRELLA:
        return None if is_users else "the header of all headers is for users"
    match = OURS.fullmatch(path)
    if not match or match[1] not in BELOW:
        return "not of the form philidor/<layer>/<name>.hpp with a known layer"
    layer, inner_folder = match[1], match[2]

    included_as = str(file.relative_to("src")) if in_library else ""
    if is_users and not is_public(path):
        return "not a public header"
    if is_public(included_as) and not is_public(path):
        return "public headers include public headers only"
    is_test_code = (
        file.name.endswith("_test.cpp") or "test_support" in file.parts or file.parts[0] in TEST_FOLDERS
    )
    if inner_folder == "test_support/" and not is_test_code:
        return "test_support/ is for tests"

    if not in_library or included_as == UMBRELLA:
        return None
    own_layer = file.parts[2]
    if layer != own_layer and layer not in BELOW[own_layer]:
        return f"{own_layer} must not depend on {layer}"
    if DATABASE.match(path) and own_layer in CHESS_COMPONENT and not DATABASE.match(included_as):
        return "philidor::chess has no database"
    return None


def main() -> int:
    faults = []
    for path in (ROOT / "src/philidor").glob("*"):
        if path.name not in BELOW and path.name != Path(UMBRELLA).name:
            faults.append(f"{path.relative_to(ROOT)}: not a known layer")

    count = 0
    for path in sorted(p for f in FOLDERS for p in (ROOT / f).rglob("*") if p.suffix in (".hpp", ".cpp")):
        file = path.relative_to(ROOT)
        if file.parts[0] == "src" and file.parts[2] not in BELOW and str(file.relative_to("src")) != UMBRELLA:
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
