"""Packs a list of colour names: three bytes for each colour, then the names, one a line, all compressed."""

import csv
import lzma
import re
import sys
from pathlib import Path

PACKED = Path(__file__).parents[1] / "src" / "siteloupe" / "data" / "color_names.xz"

# Names of one to three plain words; what is longer, numbered or spelled with marks reads like a joke.
PLAIN = re.compile(r"[A-Z][a-zé’']+(?: [A-Za-zé’']+){0,2}")
MAX_NAME = 22


def main(source: Path) -> None:
    """Write the packed list."""
    rows = list(csv.DictReader(source.read_text(encoding="utf-8").splitlines()))
    kept = sorted(
        (row["hex"], row["name"])
        for row in rows
        if PLAIN.fullmatch(row["name"]) and len(row["name"]) <= MAX_NAME
    )
    colors = b"".join(bytes.fromhex(code[1:]) for code, _ in kept)
    names = "\n".join(name for _, name in kept).encode()
    packed = lzma.compress(len(kept).to_bytes(4, "big") + colors + names, preset=9 | lzma.PRESET_EXTREME)
    PACKED.write_bytes(packed)
    print(f"{len(kept)} of {len(rows)} names, {len(packed)} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
