"""Packs a list of color names: three bytes for each color, then the names, one a line, all compressed."""

import csv
import lzma
import re
import sys
from pathlib import Path

PACKED = Path(__file__).parents[1] / "src" / "siteloupe" / "data" / "color_names.xz"

# Most names of the list are jokes, brands or moods. Those kept are one to three plain words, the last of them
# for a color or a thing whose color everybody knows: they tell a reader what to imagine.
PLAIN = re.compile(r"[A-Z][a-zé’']+(?: [A-Za-zé’']+){0,2}")
MAX_NAME = 20
COLORS = frozenset(
    """
    amber amethyst apricot aqua ash avocado azure beige berry black blue blueberry blush bone brick
    bronze brown burgundy canary caramel celadon cerulean chalk charcoal cherry chestnut chocolate
    cinnamon clay cobalt cocoa coffee copper coral cream crimson cyan denim ebony ecru eggplant
    emerald espresso fern flamingo fog forest fuchsia gold graphite grape gray green grey honey ice
    indigo ink iron ivory jade jet khaki lavender leather lemon lilac lime linen magenta mahogany
    maroon mauve midnight mint mist mocha moss mud mustard navy ocean ochre olive onyx orange orchid
    peach pearl pine pink pistachio plum porcelain pumpkin purple raspberry red rose ruby rust saffron
    sage salmon sand sapphire scarlet sepia sienna silver sky slate smoke snow steel stone straw tan
    tangerine taupe teal terracotta tomato turquoise umber vanilla vermilion violet viridian walnut
    wheat white wine yellow
    """.split()  # noqa: SIM905
)


def is_kept(name: str) -> bool:
    """Whether a name is one for people."""
    return len(name) <= MAX_NAME and PLAIN.fullmatch(name) is not None and name.lower().split()[-1] in COLORS


def main(source: Path) -> None:
    """Write the packed list."""
    rows = list(csv.DictReader(source.read_text(encoding="utf-8").splitlines()))
    kept = sorted((row["hex"], row["name"]) for row in rows if is_kept(row["name"]))
    colors = b"".join(bytes.fromhex(code[1:]) for code, _ in kept)
    names = "\n".join(name for _, name in kept).encode()
    packed = lzma.compress(len(kept).to_bytes(4, "big") + colors + names, preset=9 | lzma.PRESET_EXTREME)
    PACKED.write_bytes(packed)
    print(f"{len(kept)} of {len(rows)} names, {len(packed)} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
