"""What is written by hand where a library exists: its lines, and the figures for settings, limits and Accept.

docs/by-hand.md says what was decided, and which benchmark prints the figures of the others. Lines are those of
the files, as ``wc -l`` counts them. Time is the least CPU time of several rounds.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from limits.aio.storage import MemoryStorage
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from siteloupe.http.accept import prefers_html, prefers_markdown
from siteloupe.windows import RollingMinutes, Windows

SOURCE = Path(__file__).parents[1] / "src" / "siteloupe"
ROUNDS = 9
HEADERS = 2000
HITS = 20_000

WRITTEN = {
    "color maths": (
        "css/color.py",
        "css/color_*.py",
        "css/cluster.py",
        "css/gamut.py",
        "css/naming.py",
        "css/nearest.py",
    ),
    "OpenType": ("opentype/*.py",),
    "web archives": ("saved/records.py", "saved/reader.py", "saved/warc.py", "saved/message.py"),
    "MCP": ("mcp/*.py",),
    "log": ("log.py",),
    "settings": ("settings/*.py",),
    "Accept": ("http/accept.py",),
    "windows": ("windows.py",),
}
"""The files of each."""

OURS = "import os; from siteloupe.settings import Settings; Settings.from_environment(os.environ)"
THEIRS = """
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict
class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix='SITELOUPE_')
    host: str = '127.0.0.1'
    port: int = Field(8000, ge=1, le=65535)
    workers: int = Field(1, ge=1)
    total_seconds: float = Field(25.0, gt=0, le=3600)
    max_html: int = Field(5242880, ge=1)
Settings()
"""
"""Five of the settings, which is enough: importing costs most."""

ACCEPT = (
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "text/markdown, text/html;q=0.5",
    "application/json",
    "*/*",
)


def lines(patterns: tuple[str, ...]) -> int:
    """Lines of the files that match."""
    files = {file for pattern in patterns for file in SOURCE.glob(pattern)}
    assert files, patterns
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


def start(code: str) -> float:
    """Milliseconds of CPU time that a new Python takes for ``code``, its own start left out."""
    timed = f"import time; began = time.process_time()\n{code}\nprint(time.process_time() - began)"

    def once() -> float:
        done = subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True)
        return float(done.stdout) * 1000

    return min(once() for _ in range(ROUNDS))


def ours(header: str) -> tuple[bool, bool]:
    """Whether HTML is preferred to JSON, and Markdown to HTML."""
    return prefers_html(header), prefers_markdown(header)


def theirs(header: str) -> tuple[bool, bool]:
    """The same with werkzeug; that Markdown has to be named is left to do."""
    ranges = parse_accept_header(header, MIMEAccept)
    html, json = ranges.quality("text/html"), ranges.quality("application/json")
    return html > json, ranges.best_match(["text/html", "text/markdown"]) == "text/markdown"


def cost(decide: Callable[[str], object]) -> float:
    """Microseconds of CPU time a header."""

    def once() -> float:
        began = time.process_time()
        for number in range(HEADERS):
            decide(ACCEPT[number % len(ACCEPT)])
        return (time.process_time() - began) / HEADERS * 1e6

    return min(once() for _ in range(ROUNDS))


async def hit(windows: Windows) -> float:
    """Microseconds of CPU time a request that is counted in one of 200 windows."""
    began = time.process_time()
    for number in range(HITS):
        await windows.acquire_entry(f"check-cms/10.0.0.{number % 200}", HITS, 60)
    return (time.process_time() - began) / HITS * 1e6


def main() -> None:
    """Print the figures."""
    for name, patterns in WRITTEN.items():
        print(f"{name:14}{lines(patterns):6,} lines")
    print(
        f"settings, from import to value: ours {start(OURS):.0f} ms, pydantic-settings {start(THEIRS):.0f} ms"
    )
    assert [ours(header) for header in ACCEPT] == [theirs(header) for header in ACCEPT]
    print(f"an Accept header: ours {cost(ours):.1f} us, werkzeug {cost(theirs):.1f} us")
    print(
        f"importing it: ours {start('import siteloupe.http.accept'):.0f} ms, werkzeug {start('import werkzeug.http, werkzeug.datastructures'):.0f} ms"
    )
    hits = [min(asyncio.run(hit(kind())) for _ in range(ROUNDS)) for kind in (RollingMinutes, MemoryStorage)]
    print("a request of a window: ours {:.1f} us, limits {:.1f} us".format(*hits))


if __name__ == "__main__":
    main()
