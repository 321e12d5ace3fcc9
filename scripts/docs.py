"""Generated parts of the documents: what stands between two markers is made from the code.

<!-- made by scripts/docs: settings -->
…
<!-- end -->
"""

import asyncio
import io
import re
import sys
from pathlib import Path

from click.testing import CliRunner
from rich.console import Console
from rich.text import Text

from siteloupe.analyses import ANALYSES
from siteloupe.asgi import open_app
from siteloupe.cli import siteloupe
from siteloupe.metrics import DescribedMetric, Metrics
from siteloupe.present import reference
from siteloupe.settings import Settings

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "docs/api.md", "docs/mcp.md", "docs/operations.md", "docs/settings.md")
EXAMPLE = ("replay", "tests/sites/orchard", "--analysis", "check-cms")
EXAMPLE_LINES = 16
PICTURE, PICTURE_COLUMNS = "docs/images/check-cms.svg", 92

_PART = re.compile(r"(<!-- made by scripts/docs: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def settings_table() -> str:
    """Every setting, with its default."""
    lines = ["| Variable | Default | Meaning |", "|---|---|---|"]
    for row in Settings().describe():
        default = f"`{row.default}`" if row.default else "none"
        lines.append(f"| `{row.variable}` | {default} | {row.meaning} |")
    return "\n".join(lines)


def _run_example(**variables: str) -> str:
    environment = dict.fromkeys((row.variable for row in Settings().describe()), "") | variables
    result = CliRunner(env=environment).invoke(
        siteloupe, EXAMPLE, prog_name="siteloupe", color="FORCE_COLOR" in variables
    )
    if result.exit_code:
        raise SystemExit(result.output)
    return result.stdout.rstrip()


def example() -> str:
    """The report of a saved site: the command, and the first lines that it prints."""
    command = f"$ .venv/bin/siteloupe {' '.join(EXAMPLE)} | head -n {EXAMPLE_LINES}"
    lines = _run_example(COLUMNS="100").splitlines()[:EXAMPLE_LINES]
    return "\n".join(["```console", command, *lines, "```"])


def picture() -> str:
    """The same report as a terminal draws it, as SVG that loads nothing."""
    screen = Console(record=True, width=PICTURE_COLUMNS, file=io.StringIO(), force_terminal=True)
    drawn = _run_example(COLUMNS=str(PICTURE_COLUMNS), FORCE_COLOR="1", TERM="xterm-256color")
    screen.print(Text.from_ansi(drawn))
    svg = screen.export_svg(title="siteloupe check-cms orchard.example")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def endpoints() -> str:
    """Every analysis by its path."""
    lines = ["| Endpoint | Answers | Requests a minute |", "|---|---|---|"]
    for row in ANALYSES:
        report = row.report.__name__
        lines.append(f"| `GET /{row.name}?url=…` | [{report}](#{report.lower()}) | {row.limit} |")
    return "\n".join(lines)


def reports() -> str:
    """Every object of the interface, field by field."""
    out = io.StringIO()
    for table in reference.all_tables(row.report for row in ANALYSES):
        out.write(f"### {table.name}\n\n{table.description}\n\n{reference.markdown(table)}\n\n")
    return out.getvalue().rstrip()


def tools() -> str:
    """Every analysis as agents know it."""
    lines = ["| Tool | What it is for | Answers what |", "|---|---|---|"]
    lines += [f"| `{row.tool}` | {row.description} | `GET /{row.name}` does |" for row in ANALYSES]
    return "\n".join(lines)


async def _every_metric() -> tuple[DescribedMetric, ...]:
    metrics = Metrics()
    async with open_app(Settings(redis_url="redis://127.0.0.1"), metrics):  # which nobody asks anything
        return metrics.descriptions()


def metrics_table() -> str:
    """Every metric that a service with all its parts shows."""
    lines = ["| Metric | Kind | Labels | Meaning |", "|---|---|---|---|"]
    for row in sorted(asyncio.run(_every_metric())):
        labels = ", ".join(f"`{label}`" for label in row.labels)
        lines.append(f"| `{row.name}` | {row.kind} | {labels} | {row.meaning} |")
    return "\n".join(lines)


PARTS = {
    "settings": settings_table,
    "example": example,
    "endpoints": endpoints,
    "reports": reports,
    "tools": tools,
    "metrics": metrics_table,
}


def fresh(text: str) -> str:
    """``text`` with every generated part made anew."""
    return _PART.sub(lambda part: f"{part[1]}{PARTS[part[2]]()}\n{part[3]}", text)


def main() -> int:
    """Write the documents, or with ``--check`` name those that are out of date; 1 when there are any."""
    check, stale = "--check" in sys.argv, 0
    for name in (*DOCUMENTS, PICTURE):
        path = ROOT / name
        text = path.read_text("utf-8") if path.exists() else ""
        if (new := picture() if name == PICTURE else fresh(text)) == text:
            continue
        if check:
            stale = 1
            print(f"{name} is out of date; run scripts/docs", file=sys.stderr)
        else:
            path.write_text(new, "utf-8")
            print(f"{name} brought up to date")
    return stale


if __name__ == "__main__":
    sys.exit(main())
