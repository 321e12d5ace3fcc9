"""The CSS engine beside its peers: the same sheets, the same run, CPU time, ratios.

``scripts/fetch_sheets --peers`` brings real sheets and the Node parsers; without them the generated sheet and
tinycss2 remain. Our own column is the whole extraction that fonts and colors need; the others parse, walk
(css-tree) or analyze (css-analyzer), and tinycss2 parses declarations.
"""

import gc
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import tinycss2
from coloraide import Color as Peer

from siteloupe.css import color
from siteloupe.css.cluster import cluster_colors
from siteloupe.css.color import Color
from siteloupe.css.font import parse_face_sources, parse_families, parse_shorthand
from siteloupe.css.length import font_size_in_pixels
from siteloupe.css.rules import Declaration, DeclarationBlock
from siteloupe.css.stylesheet import parse_stylesheet
from siteloupe.css.variables import Variables
from tests.css.color_texts import random_color
from tests.css.hostile_sheets import GENERATORS
from tests.css.sheets import framework

CACHE = Path(__file__).parents[1] / ".cache"
REAL = (
    "bootstrap/dist/css/bootstrap.css",
    "bootstrap/dist/css/bootstrap.min.css",
    "bulma/css/bulma.css",
    "tailwindcss/dist/tailwind.css",
    "wordpress-block-library/build-style/style.css",
    "animate.css/animate.css",
    "font-awesome/css/font-awesome.css",
    "swiper/swiper-bundle.css",
    "normalize.css/normalize.css",
)
PROPERTIES = frozenset(
    {
        "color",
        "background",
        "background-color",
        "background-image",
        "border",
        "border-color",
        "outline",
        "fill",
        "font",
        "font-family",
        "font-size",
    }
    | {"stroke", "box-shadow", "text-shadow", "text-decoration-color", "outline-color", "caret-color"}
    | {f"border-{side}" for side in ("top", "right", "bottom", "left")}
    | {f"border-{side}-color" for side in ("top", "right", "bottom", "left")}
)


def extract(text: str) -> int:
    """Everything that the font and color analyses read from a sheet; how many facts."""
    sheet = parse_stylesheet(text)
    variables = Variables.from_sheets([sheet])
    counted = cache(lambda one: facts_of(one, variables))
    known: dict[DeclarationBlock, int] = {}
    facts = 0
    for _, body in sheet.blocks():
        if (count := known.get(body)) is None:
            named = (one for one in body.declarations if one.property in PROPERTIES)
            count = known[body] = sum(map(counted, named))
        facts += count
    return facts + sum(
        len(parse_face_sources(face.descriptors.get("src", ""))) for face in sheet.font_faces()
    )


def facts_of(declaration: Declaration, variables: Variables) -> int:
    """The colors, families and sizes that one declaration sets."""
    name = declaration.property
    if (value := variables.resolve(declaration.value)) is None:
        return 0
    if name == "font-family":
        return len(parse_families(value))
    if name == "font-size":
        return int(font_size_in_pixels(value) is not None)
    if name == "font":
        return int(parse_shorthand(value) is not None)
    return len(color.colors_in(value))


def parse_with_tinycss2(text: str) -> None:
    """Hand every declaration over, as far as that parser goes."""
    for rule in tinycss2.parse_stylesheet(text):
        if rule.type == "qualified-rule":
            tinycss2.parse_blocks_contents(rule.content)


def cpu(work: Callable[[], object], times: int = 25) -> float:
    """The least CPU milliseconds of several runs, within some seconds; caches are emptied before each."""
    best = float("inf")
    ends = time.monotonic() + 5
    for _ in range(times):
        if time.monotonic() > ends and best < float("inf"):
            break
        color._find_colors.cache_clear()  # noqa: SLF001 — a second run would measure the cache
        gc.collect()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best * 1000


def sheets() -> dict[str, str]:
    """Real sheets that are there, and a generated one."""
    found = {name: CACHE / "sheets" / name for name in REAL}
    real = {name: path.read_text(encoding="utf-8-sig") for name, path in found.items() if path.is_file()}
    return real | {"generated": framework(3000)}


NODE = r"""
import fs from 'node:fs';
import { createRequire } from 'node:module';
const [peers, ...files] = process.argv.slice(2);
const require = createRequire(peers + '/package.json');
const csstree = require('css-tree');
const { analyze } = await import(require.resolve('@projectwallace/css-analyzer'));
const cpu = (work) => {
  let best = Infinity;
  for (let i = 0, ends = Date.now() + 5000; i < 25 && Date.now() < ends; i++) {
    const start = process.cpuUsage();
    work();
    const used = process.cpuUsage(start);
    best = Math.min(best, (used.user + used.system) / 1000);
  }
  return best;
};
const found = {};
for (const file of files) {
  const text = fs.readFileSync(file, 'utf8');
  let nodes = 0;
  found[file] = [
    cpu(() => csstree.walk(csstree.parse(text), () => { nodes++; })),
    cpu(() => analyze(text)),
  ];
}
console.log(JSON.stringify(found));
"""


def node_times(texts: dict[str, str]) -> dict[str, list[float]]:
    """CPU milliseconds of css-tree and css-analyzer for each sheet; empty where Node or they are missing."""
    peers = CACHE / "css-peers"
    if shutil.which("node") is None or not (peers / ".installed").is_file():
        return {}
    work = peers / "work"
    work.mkdir(exist_ok=True)
    files = {}
    for number, (name, text) in enumerate(texts.items()):
        files[name] = work / f"{number}.css"
        files[name].write_text(text, encoding="utf-8")
    (work / "times.mjs").write_text(NODE, encoding="utf-8")
    command = ["node", str(work / "times.mjs"), str(peers), *map(str, files.values())]
    times = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {name: times[str(path)] for name, path in files.items()}


def beside_peers() -> None:
    """One line a sheet, and the sums."""
    texts = sheets()
    node = node_times(texts)
    print(f"{'CPU ms':46}{'KB':>6}{'read':>8}{'all':>8}{'tinycss2':>10}{'css-tree':>10}{'analyzer':>10}")
    sums = [0.0] * 5
    for name, text in texts.items():
        row = [cpu(lambda text=text: parse_stylesheet(text)), cpu(lambda text=text: extract(text))]
        row += [cpu(lambda text=text: parse_with_tinycss2(text), 1), *node.get(name, (0.0, 0.0))]
        sums = [total + one for total, one in zip(sums, row, strict=True)]
        print(
            f"{name:46}{len(text) // 1000:6}"
            + "".join(f"{one:{8 + 2 * (i > 1)}.1f}" for i, one in enumerate(row))
        )
    print(f"{'sum':52}" + "".join(f"{one:{8 + 2 * (i > 1)}.1f}" for i, one in enumerate(sums)))
    for name, peer in zip(("tinycss2", "css-tree", "css-analyzer"), sums[2:], strict=True):
        if peer:
            print(f"all of ours / {name}: {sums[1] / peer:.2f}")


def growth() -> None:
    """Time per megabyte from 0.1 to 10 MB; memory for 10 MB."""
    unit = framework(2500)
    times = {}
    for megabytes in (0.1, 1, 10):
        size = int(megabytes * 1e6)
        text = (unit * (size // len(unit) + 1))[:size]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        times[megabytes] = cpu(lambda text=text: extract(text), 3)
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        spent = times[megabytes]
        print(f"{megabytes:5} MB: {spent:8.1f} ms, {spent / megabytes:6.1f} ms/MB, +{more:.0f} MB")
    print(f"growth 0.1 to 10 MB, 100 is linear: {times[10] / times[0.1]:.0f}")


def hostile() -> None:
    """The slowest of the generators at 1 MB, and what 4 times the size costs."""
    rows = []
    for name, generator in GENERATORS.items():
        small, large = generator(250_000), generator(1_000_000)
        rows.append(
            (cpu(lambda text=large: extract(text), 1), cpu(lambda text=small: extract(text), 1), name)
        )
    for one, quarter, name in sorted(rows, reverse=True)[:8]:
        print(f"{name:44}{one:8.0f} ms at 1 MB, {one / max(quarter, 0.1):5.1f} times that at 0.25 MB")
    print(f"{len(rows)} generators, slowest {max(rows)[0]:.0f} ms")


def colors() -> None:
    """2,000 distinct colors parsed, mapped, clustered, and by coloraide parsed and mapped."""
    import random  # noqa: PLC0415 — the only use

    dice = random.Random(3)
    texts = list(dict.fromkeys(random_color(dice) for _ in range(2000)))

    def ours() -> None:
        found = [color.parse_color(text) for text in texts]
        cluster_colors({one: 1.0 for one in found if isinstance(one, Color)})

    def theirs() -> None:
        for text in texts:
            Peer(text).convert("srgb").fit("srgb", method="oklch-chroma")

    mine, peer = cpu(ours), cpu(theirs, 2)
    print(
        f"2,000 colors parsed, mapped, clustered: {mine:.1f} ms; coloraide, parsed and mapped: {peer:.1f} ms"
    )
    print(f"ours / coloraide: {mine / peer:.2f}")


if __name__ == "__main__":
    growth()  # first, while the peak of memory is still its own
    beside_peers()
    hostile()
    colors()
