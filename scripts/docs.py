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

from siteloupe.analyses import ANALYSES
from siteloupe.asgi import opened
from siteloupe.cli import siteloupe
from siteloupe.metrics import DescribedMetric, Metrics
from siteloupe.present import reference
from siteloupe.settings import Settings

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "docs/api.md", "docs/mcp.md", "docs/operations.md")
EXAMPLE = ("replay", "tests/sites/orchard", "--analysis", "check-cms")

_PART = re.compile(r"(<!-- made by scripts/docs: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def settings_table() -> str:
    """Every setting, with its default."""
    lines = ["| Variable | Default | Meaning |", "|---|---|---|"]
    for row in Settings().describe():
        default = f"`{row.default}`" if row.default else "none"
        lines.append(f"| `{row.variable}` | {default} | {row.meaning} |")
    return "\n".join(lines)


def example() -> str:
    """A saved site judged again: the command, and what it prints."""
    environment = dict.fromkeys((row.variable for row in Settings().describe()), "") | {"COLUMNS": "100"}
    result = CliRunner(env=environment).invoke(siteloupe, EXAMPLE, prog_name="siteloupe")
    if result.exit_code:
        raise SystemExit(result.output)
    return f"```console\n$ .venv/bin/siteloupe {' '.join(EXAMPLE)}\n{result.stdout.rstrip()}\n```"


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
    async with opened(Settings(redis_url="redis://127.0.0.1"), metrics):  # which nobody asks anything
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
    for name in DOCUMENTS:
        text = (ROOT / name).read_text("utf-8")
        if (new := fresh(text)) == text:
            continue
        if check:
            stale = 1
            print(f"{name} is out of date; run scripts/docs", file=sys.stderr)
        else:
            (ROOT / name).write_text(new, "utf-8")
            print(f"{name} brought up to date")
    return stale


if __name__ == "__main__":
    sys.exit(main())
