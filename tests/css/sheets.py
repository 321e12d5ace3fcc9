"""Sheets to parse: some made here, and real ones when ``scripts/fetch_sheets`` has downloaded them."""

import random
from pathlib import Path

_CACHE = Path(__file__).parents[2] / ".cache" / "sheets"
_LARGEST = 120_000
_TAKEN_OF_EACH = 6


def framework(size: int, seed: int = 1) -> str:
    """Return a sheet like those of utility frameworks: ``size`` groups of rules with every syntax of CSS."""
    dice = random.Random(seed)
    return "\n".join(_group(dice, number) for number in range(size))


def _group(dice: random.Random, number: int) -> str:
    color = f"#{dice.randrange(1 << 24):06x}"
    width = dice.randrange(400, 1600)
    return dice.choice(
        [
            f".bg-{number} {{\n  background-color: {color} !important;\n  opacity: .{number % 10}\n}}",
            f'.md\\:w-{number}\\/12,.a-{number}:not([hidden])>b::before{{width:{number}%;content:"\\f{number};}}"}}',
            f"@media (min-width:{width}px){{.c-{number}{{color:rgb({number} 0 0 / 50%);margin:0 auto}}.d{{top:0}}}}",
            f":root,[data-theme=dark]{{--c-{number}:{color};--f-{number}:calc(1px*(2 + var(--x,3)));--e:{{a:b}}}}",
            f"@supports (display:grid) {{ .g-{number} {{ grid-area: 1/1/span 2/[full-end]; }} }}",
            f"@keyframes k-{number}{{from{{opacity:0}}{number % 100}%{{transform:scale({number})}}to{{opacity:1}}}}",
            f"/* {{ {number} }} */.u-{number}{{background:url(data:image/svg+xml;utf8,{number}) no-repeat;left:0;}}",
            f".n-{number}{{color:red;&:hover{{color:{color}}}@media print{{display:none}}> .m{{top:1px}}bottom:0}}",
            f'@layer base{{.l-{number}{{font:italic 1rem/1.5 "A B",serif}}}}',
        ]
    )


def _real() -> dict[str, str]:
    found: dict[str, str] = {}
    for package in sorted(_CACHE.glob("*")):
        files = [path for path in sorted(package.rglob("*.css")) if 0 < path.stat().st_size <= _LARGEST]
        for path in files[:: max(1, len(files) // _TAKEN_OF_EACH)][:_TAKEN_OF_EACH]:
            found[str(path.relative_to(_CACHE))] = path.read_text(encoding="utf-8-sig")
    return found


SHEETS = {f"generated {seed}": framework(60, seed) for seed in range(3)} | _real()
