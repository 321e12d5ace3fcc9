"""Writes ``seen`` of the samples of plugins whose text stands in the plugin's own source.

    scripts/seen_sources SLUG=OWNER/NAME=SOURCE...

A source is a git directory whose newest commit counts, of the repository OWNER/NAME on GitHub. A sample
without ``seen`` gets the first file that has what one of its conditions looks for, if the source has all of
them: a handle that is registered, a class of a block or widget that is registered, a name in code or markup,
the words of a comment, the address of a file. Tests, translations and pages of the administration do not
count. Prints the number of samples of each plugin, and of those that were written.
"""

import re
import subprocess
import sys
from pathlib import Path

from siteloupe.products import Condition

from plugin_marks import NOT_SHIPPED, files_of_commit, marks_in  # isort: skip
from saved_answers import COMMIT  # isort: skip
from seen_entries import Entry, Where, entries, write  # isort: skip

CODE = (".php", ".inc", ".twig", ".phtml", ".json", ".js", ".jsx", ".ts", ".tsx", ".css", ".scss")
MAX_FILE = 600_000
NAMED = ("class", "body-class", "id", "global", "element", "attribute", "cookie", "input")
PARTS = ("comment", "inline", "code")
PLACED = ("script", "stylesheet", "frame", "image")


def main() -> None:
    """Look through each source, and write what it has."""
    found: dict[Where, Entry] = {
        where: entry for kind in entries().values() for where, entry in kind.values()
    }
    for argument in sys.argv[1:]:
        slug, repository, source = argument.split("=", 2)
        files = [
            (name, text, set(marks_in(text))) for name, text in files_of_commit(Path(source), _is_wanted)
        ]
        address = f"https://github.com/{repository}/blob/{_commit(Path(source))}"
        for entry in (each for each in found.values() if each.product.plugin == slug):
            for number, shown in enumerate(entry.shown):
                places = [_place(condition, files) for condition in shown]
                if places and all(places):
                    entry.seen[number] = f"{address}/{places[0]}"
            print(slug, len(entry.shown), len(entry.seen), sep="\t")
    write(found)


Files = list[tuple[str, str, set[tuple[str, str]]]]
"""Path, text and marks of each file."""


def _place(condition: Condition, files: Files) -> str | None:
    return next((name for name, text, marks in files if _has(condition, text, marks)), None)


def _has(condition: Condition, text: str, marks: set[tuple[str, str]]) -> bool:
    """Whether a file has what the condition looks for."""
    kind, name = condition.subject
    if (kind, name) in marks or (kind == "body-class" and ("class", name) in marks):
        return True
    if kind in NAMED:
        end = "" if name.endswith("*") else r"(?![\w-])"
        return re.search(rf"(?<![\w-]){re.escape(name.removesuffix('*'))}{end}", text) is not None
    low, word = text.lower(), condition.word
    if kind == "part" and name not in PARTS:
        return False
    if kind == "part" and name == "comment":
        return re.search(rf"<!--\s*{re.escape(word)}", low) is not None
    needed = {"part": [word], "property": [f"--{name.removesuffix('*')}"], "meta": [word, f'"{name}"']}
    words = [name, word] if kind in PLACED else needed.get(kind, [])
    return bool(words and words[0]) and all(each.lower() in low.replace("'", '"') for each in words)


def _commit(source: Path) -> str:
    command = ["/usr/bin/git", "-C", str(source), "rev-parse", "HEAD"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout[:COMMIT]


def _is_wanted(name: str, size: int) -> bool:
    return name.endswith(CODE) and size <= MAX_FILE and not NOT_SHIPPED.search(name)


if __name__ == "__main__":
    main()
