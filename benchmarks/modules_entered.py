"""How many modules of siteloupe a saved site goes through, for each analysis: what a reader of the code opens.

Judging alone is counted, after a first run of everything: a module counts when one of its functions is called. The
second figure says how often the call goes to another file. ``SITE`` is a saved site, the orchard of the tests by
default; ``--names`` lists the modules.

    .venv/bin/python benchmarks/modules_entered.py [--names] [SITE]
"""

import asyncio
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import Analysis, needs_of
from siteloupe.analyses.judge import judge
from siteloupe.capture import Capture
from siteloupe.detect.site import Site
from siteloupe.gather.visit import visit_once
from siteloupe.judging import judge_in_thread
from siteloupe.net.fetch import Fetcher
from siteloupe.net.folder import load
from siteloupe.settings import Settings
from siteloupe.target import parse

ROOT = Path(__file__).parents[1]
SOURCE = str(ROOT / "src" / "siteloupe") + "/"
ORCHARD = ROOT / "tests" / "sites" / "orchard"


def files_entered(work: Callable[[], object]) -> list[str]:
    """The file of every call that ``work`` makes to siteloupe, in order."""
    files: list[str] = []

    def note(frame, event, _argument):
        if event == "call" and frame.f_code.co_filename.startswith(SOURCE):
            files.append(frame.f_code.co_filename.removeprefix(SOURCE))

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return files


async def captured(folder: Path, settings: Settings) -> Capture:
    """The capture of a saved site, with what every analysis needs."""
    saved = load(folder)
    fetch = Fetcher(saved.wire, settings)
    needs = needs_of(ANALYSES, inspect=False)
    target = parse(saved.typed, settings.policy)
    return await visit_once(target, needs, fetch, settings, judge=judge_in_thread, now=lambda: saved.at)


def figures(analysis: Analysis, capture: Capture, settings: Settings) -> tuple[list[str], int]:
    """The modules that an analysis enters, by name, and how often a call goes to another file."""
    files = files_entered(lambda: judge(analysis, Site(capture), settings.max_answer))
    return sorted(set(files)), sum(one != other for one, other in pairwise(files))


def main(arguments: list[str]) -> None:
    """Print the figures of every analysis."""
    settings = Settings()
    folders = [Path(each) for each in arguments if each != "--names"]
    capture = asyncio.run(captured(folders[0] if folders else ORCHARD, settings))
    for analysis in ANALYSES:
        judge(analysis, Site(capture), settings.max_answer)
    for analysis in ANALYSES:
        modules, switches = figures(analysis, capture, settings)
        print(f"{analysis.name:15} {len(modules):3} modules, {switches:5} switches")
        if "--names" in arguments:
            print("".join(f"    {name}\n" for name in modules))


if __name__ == "__main__":
    main(sys.argv[1:])
