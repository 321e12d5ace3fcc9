"""How many tokens answers have: of each analysis, default and full, its prose, and of tools/list as a whole.

    .venv/bin/python benchmarks/tokens.py [FOLDER]

FOLDER has folders of ``siteloupe capture``; without it, the saved sites of the tests are measured. Tokens are
those of o200k_base, counted by the npm package gpt-tokenizer, which is installed into .cache/tokens and needs
Node.js: tiktoken would fetch its table from elsewhere.
"""

import asyncio
import json
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import msgspec

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.prose import prose_for_models
from siteloupe.cli.reports import Bodies, analyze_saved
from siteloupe.errors import SiteloupeError
from siteloupe.judging import judge_in_thread
from siteloupe.mcp.tools import Tools
from siteloupe.net.folder import load
from siteloupe.settings import Settings

ROOT = Path(__file__).parents[1]
SITES = ROOT / "tests" / "sites"
TOKENIZER = ROOT / ".cache" / "tokens"
PACKAGE = "gpt-tokenizer@4.0.0"
COUNT = """
import { encode } from "gpt-tokenizer/encoding/o200k_base";
const texts = JSON.parse(await new Response(process.stdin).text());
process.stdout.write(JSON.stringify(texts.map((text) => encode(text).length)));
"""


def count(texts: list[str]) -> list[int]:
    """The tokens of each text."""
    if not (TOKENIZER / "node_modules").exists():
        TOKENIZER.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--prefix", str(TOKENIZER), "--ignore-scripts", "--silent", PACKAGE]
        subprocess.run(install, check=True)
    command = ["node", "--input-type=module", "--eval", COUNT]
    done = subprocess.run(
        command, cwd=TOKENIZER, input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    counts: list[int] = json.loads(done.stdout)
    return counts


async def visit_texts(folder: Path) -> dict[tuple[str, str], str]:
    """The answers on a saved visit, by analysis and kind."""
    texts = {}
    for full in (False, True):
        bodies: Bodies = await analyze_saved(load(folder), ANALYSES, Settings(), judge_in_thread, full=full)
        for analysis, body in bodies.items():
            texts[analysis.name, "full" if full else "default"] = body.decode()
            if not full:
                report = msgspec.json.decode(body, type=analysis.report)
                texts[analysis.name, "prose"] = prose_for_models(analysis, report)
    return texts


async def measure(folders: list[Path]) -> None:
    """Print median and largest of each kind of answer."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for path in folders:
        try:
            for kind, text in (await visit_texts(path)).items():
                found[kind].append((path.name, text))
        except SiteloupeError as error:
            print(f"left out: {path.name}: {error.message}", file=sys.stderr)
    tools = json.dumps(
        {"tools": Tools(ANALYSES, None).descriptions()},  # type: ignore[arg-type]
        ensure_ascii=False,
        separators=(",", ":"),
    )
    counts = iter(count([tools, *(text for texts in found.values() for _, text in texts)]))
    print(f"tools/list    {next(counts):,} tokens")
    for (name, kind), texts in found.items():
        of_sites = {site: next(counts) for site, _ in texts}
        largest = max(of_sites, key=of_sites.__getitem__)
        median = statistics.median(of_sites.values())
        print(
            f"{name:14} {kind:8} median {median:7,.0f}  largest {of_sites[largest]:7,}  {largest} "
            f"({len(texts)} sites)"
        )


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SITES
    asyncio.run(measure(sorted(each.parent for each in folder.glob("*/site.toml"))))
