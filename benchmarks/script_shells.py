"""Script shells among saved sites: how many are said, how many pages are taken for one, and what that costs.

Give folders of saved sites, each with a ``manifest.jsonl``: a line holds ``id``, ``host``, and either ``index``
(a file under ``sites/<id>/``) or nothing (then it is ``pages/<id>.html``); ``truth.clientRendered`` says what
the site is, and one without it is taken for a page that a server made. ``--without PRODUCT`` leaves the marks of
one framework out (``all``: of every one), to see how much rests on knowing it.

Wanted: at least 98 % of the shells said, at most 1 % of other pages taken for one; and at most 3 ms of CPU a page.
"""

import argparse
import functools
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import siteloupe.detect.page.bundles
import siteloupe.detect.page.shell
from siteloupe.capture import Exchange, Headers
from siteloupe.data import rows
from siteloupe.detect.page.shell import shell_marks, shell_of
from siteloupe.detect.refusal.refusal import refusal
from siteloupe.document import Page, page_of, static_content_of
from tests.detect.page.shell_pages import LOOK_ALIKES, SHELLS
from tests.pages import exchange

HTML = Headers([("content-type", "text/html; charset=utf-8")])


class Known(NamedTuple):
    """A page of which it is known whether scripts build it; None where either answer can be defended."""

    name: str
    group: str
    is_shell: bool | None
    answer: Exchange


def own() -> Iterator[Known]:
    """The pages of the tests."""
    for sent in SHELLS:
        yield Known(sent.name, "tests", True, exchange(sent.head, sent.body))  # noqa: FBT003
    for sent in LOOK_ALIKES:
        yield Known(sent.name, "tests", False, exchange(sent.head, sent.body))  # noqa: FBT003


def saved(folder: Path) -> Iterator[Known]:
    """The pages of a folder of saved sites."""
    for line in (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        name = item["id"]
        file = (
            folder / "sites" / name / item["index"]
            if item.get("index")
            else folder / "pages" / f"{name}.html"
        )
        if not file.is_file():
            continue
        url = f"http://{item.get('host') or 'site.test'}/{item.get('prefix') or ''}"
        is_shell = item["truth"].get("clientRendered", False)
        yield Known(name, folder.name, is_shell, Exchange(url, url, 200, HTML, file.read_bytes()))


def leave_out(product: str) -> None:
    """Forget the marks of one product, or of all."""

    def left(name: str) -> tuple[dict[str, str], ...]:
        known = rows(name)
        return (
            known
            if name != "script_shells.tsv"
            else tuple(r for r in known if product not in (r["product"], "all"))
        )

    siteloupe.detect.page.bundles.rows = left
    siteloupe.detect.page.shell.rows = left


def main() -> None:
    """Print each wrong answer, then the figures of each group."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("folders", nargs="*", type=Path)
    arguments.add_argument("--without", metavar="PRODUCT")
    given = arguments.parse_args()
    if given.without:
        leave_out(given.without)
    counted: Counter[tuple[str, str]] = Counter()
    slowest, spent = 0.0, []
    for known in [*own(), *(known for folder in given.folders for known in saved(folder))]:
        if refusal(known.answer) is not None:
            continue
        page = page_of(known.answer)
        start = time.process_time()
        said = is_said(known.answer, page)
        spent.append((time.process_time() - start) * 1000)
        slowest = max(slowest, spent[-1])
        kind = {True: "shells", False: "others", None: "either"}[known.is_shell]
        counted[known.group, kind] += 1
        counted[known.group, f"{kind} said"] += said
        if known.is_shell is not None and said is not known.is_shell:
            marks = shell_marks(page, static_content_of(known.answer))
            print(f"{known.group} {known.name}: {[(mark.name, mark.points) for mark in marks]}")
    for group in dict.fromkeys(group for group, _ in counted):
        figures = (
            f"{kind} {counted[group, f'{kind} said']}/{counted[group, kind]}"
            for kind in ("shells", "others", "either")
        )
        print(f"{group}: said of {', '.join(figures)}")
    print(f"CPU beyond reading the page: {sum(spent) / len(spent):.2f} ms a page, {slowest:.1f} at most")


def is_said(answer: Exchange, page: Page) -> bool:
    """Whether a page is taken for a script shell."""
    return shell_of(page, functools.cache(lambda: static_content_of(answer))) is not None


if __name__ == "__main__":
    main()
