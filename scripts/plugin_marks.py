"""Lists the names in the sources of plugins that show up on pages, and that no other source has.

    scripts/plugin_marks SLUG=SOURCE... [--beside SOURCE...] [--pages FOLDER] [--best N]

A source is a folder, or a git directory whose newest commit counts. ``--beside`` are sources of WordPress,
themes and other software, whose names count as shared. ``--pages`` are saved pages: a mark that a page has
without the plugin's folder is left out, and the number of pages with both proves the others. Prints lines of
a slug, a kind of mark, the mark, that number, and in how many files of the source it stands. ``--best``
prints only so many of each kind: first those that pages prove, then those that stand in most files. A person
decides which marks go into the data.

Besides what code prints, WordPress and Elementor make names of what plugins register: the class of a block
begins with ``wp-block-`` and the namespace, that of an Elementor widget is ``elementor-widget-`` and its name
(https://developer.wordpress.org/block-editor/reference-guides/block-api/block-metadata/,
https://developers.elementor.com/docs/widgets/).
"""

import argparse
import io
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

MAX_FILE = 400_000
MAX_PAGE = 3_000_000
SHORTEST = 6
"""Letters of the shortest mark: a shorter one may be anybody's."""

CODE = (".php", ".inc", ".twig", ".phtml", "/block.json")
NOT_SHIPPED = re.compile(
    r"(?:^|/)(?:tests?|node_modules|vendor|\.github|docs?|languages|bin|admin)/"
    r"|admin|settings|onboarding|wizard|meta-?box|notice|editor[^/]*$",
    re.IGNORECASE,
)

PATTERNS = {
    "handle": re.compile(
        r"wp_(?:enqueue|register)_(style|script)\(\s*+['\"]([\w.-]{3,60}+)['\"]", re.IGNORECASE
    ),
    "global": re.compile(r"wp_localize_script\(\s*+['\"][\w.-]{1,60}+['\"]\s*+,\s*+['\"](\w{3,60}+)['\"]"),
    "rest": re.compile(
        r"(?:register_rest_route\(|\bnamespace\s*+=)\s*+['\"]/?([\w.-]{2,40}+(?:/v?[\d.]+)?)/?['\"]",
        re.IGNORECASE,
    ),
    "comment": re.compile(r"<!--\s*+([A-Za-z][^<>%$'\"\\\n]{8,60}?)\s*(?:--|[%$'\"\\]|<\?)"),
    "id": re.compile(r"\bid=\\?['\"]([A-Za-z][\w-]{3,50}+)\\?['\"]"),
    "class": re.compile(r"\bclass=\\?['\"]([^'\"<>$\\{}]{3,200}+)\\?['\"]"),
    "property": re.compile(r"--([A-Za-z][\w-]{3,50}+)\s*+:"),
    "block": re.compile(
        r"(?:\"name\"\s*+:\s*+|register_block_type\(\s*+)['\"]([a-z][\w-]{2,40}+)/[\w-]+['\"]"
    ),
    "elementor": re.compile(r"function get_name\(\)[^{]{0,20}\{\s*+return\s++['\"]([\w-]{4,60}+)['\"]"),
    "widget": re.compile(r"['\"]classname['\"]\s*+=>\s*+['\"]([\w-]{4,60}+)['\"]"),
    "body-class": re.compile(r"\$classes\[\]\s*+=\s*+['\"]([\w-]{4,60}+)['\"]"),
    "generator": re.compile(r"name=\\?['\"]generator\\?['\"] content=\\?['\"]([A-Za-z][^'\"<>%$]{3,60}+)"),
}

CLASSES = {"block": "wp-block-{}-*", "elementor": "elementor-widget-{}", "widget": "{}"}
"""The classes that are made of what a plugin registers."""


def main() -> None:
    """Print the marks of the plugins that the command names."""
    options = _options()
    sources = dict(each.split("=", 1) for each in options.plugin)
    names = {slug: marks_of(Path(source)) for slug, source in sources.items()}
    beside = _words_of(text for source in options.beside for text in texts_of(Path(source)))
    shared = Counter(mark for marks in names.values() for mark in marks)
    pages = _Pages(options.pages)
    for slug, marks in names.items():
        found: dict[str, list[tuple[int, int, str]]] = {}
        for (kind, name), files in marks.items():
            if shared[kind, name] > 1 or len(name) < SHORTEST or name in beside:
                continue
            proof, other = pages.count(slug, (kind, name))
            if not other:
                found.setdefault(kind, []).append((-proof, -files, name))
        for kind in sorted(found):
            for proof, files, name in sorted(found[kind])[: options.best]:
                print(f"{slug}\t{kind}\t{name}\t{-proof}\t{-files}")


def marks_of(source: Path) -> Counter[tuple[str, str]]:
    """Return the kind and text of every mark in a plugin's code, with the number of files that have it."""
    found: Counter[tuple[str, str]] = Counter()
    for text in texts_of(source):
        found.update(set(marks_in(text)))
    return found


def marks_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and text of every mark in a piece of code."""
    for kind, pattern in PATTERNS.items():
        for match in pattern.finditer(text):
            if kind == "handle":
                suffix = "css" if match[1].lower() == "style" else "js"
                yield kind, f"{match[2]}-{suffix}"
            elif kind == "class":
                yield from ((kind, name) for name in match[1].split() if re.fullmatch(r"[\w-]+", name))
            elif kind in CLASSES:
                yield "class", CLASSES[kind].format(match[1])
            else:
                yield kind, " ".join(match[1].split())


def texts_of(source: Path) -> Iterator[str]:
    """Yield the texts of the code that a plugin ships, of a folder or of the newest commit."""
    if (source / "HEAD").exists():
        yield from (text for _, text in files_of_commit(source, _is_shipped))
        return
    for path in sorted(source.rglob("*")):
        if path.is_file() and _is_shipped(str(path.relative_to(source)), path.stat().st_size):
            yield path.read_text("utf-8", errors="replace")


def files_of_commit(source: Path, wanted: Callable[[str, int], bool]) -> Iterator[tuple[str, str]]:
    """Yield paths and texts of the newest commit, of files whose path and size are wanted.

    A copy of a repository may lack some.
    """
    found = []
    for line in _git(source, "ls-tree", "-r", "-l", "HEAD").decode("utf-8", "replace").splitlines():
        facts, _, name = line.partition("\t")
        _, kind, number, size = facts.split()
        if kind == "blob" and size.isdigit() and wanted(name, int(size)):
            found.append((number, name))
    answer = io.BytesIO(
        _git(source, "cat-file", "--batch", given="\n".join(each for each, _ in found).encode())
    )
    for _, name in found:
        header = answer.readline().rstrip()
        if not header.endswith(b"missing"):
            yield name, answer.read(int(header.split()[2])).decode("utf-8", "replace")
            answer.read(1)


def _git(source: Path, *words: str, given: bytes = b"") -> bytes:
    command = ["/usr/bin/git", "-C", str(source), *words]
    return subprocess.run(command, check=True, capture_output=True, input=given).stdout


def _is_shipped(name: str, size: int) -> bool:
    return name.endswith(CODE) and size <= MAX_FILE and not NOT_SHIPPED.search(name)


def _words_of(texts: Iterator[str]) -> set[str]:
    """Return the words in ``texts``, with the ends that WordPress gives to handles, and comments."""
    words: set[str] = set()
    for text in texts:
        plain = set(re.findall(r"[\w.-]{4,60}", text))
        words |= plain | {f"{word}-{end}" for word in plain for end in ("css", "js")}
        words |= {" ".join(match[1].split()) for match in PATTERNS["comment"].finditer(text)}
    return words


class _Pages:
    """Saved pages: the folders of plugins in each, and the pages of each mark."""

    def __init__(self, folder: Path | None) -> None:
        self._folders: list[set[str]] = []
        self._pages: dict[tuple[str, str], list[int]] = {}
        for number, path in enumerate(sorted(folder.rglob("*.html")) if folder else ()):
            folders, marks = _read_page(path)
            self._folders.append(folders)
            for mark in marks:
                self._pages.setdefault(mark, []).append(number)

    def count(self, slug: str, mark: tuple[str, str]) -> tuple[int, int]:
        """Return how many pages have the mark and load the plugin, and how many have it and do not."""
        kind, name = mark
        if name.endswith("*"):
            several = {
                number
                for (other, text), pages in self._pages.items()
                if other == kind and text.startswith(name[:-1])
                for number in pages
            }
        else:
            several = set(self._pages.get(mark, ()))
        hits = [slug in self._folders[number] for number in several]
        return sum(hits), len(hits) - sum(hits)


def _read_page(path: Path) -> tuple[set[str], set[tuple[str, str]]]:
    """Return the folders of plugins in a page, and its marks."""
    text = path.read_text("utf-8", errors="replace")[:MAX_PAGE]
    names = re.findall(r"\bid=['\"]?([\w.-]+)", text)
    marks = {(kind, name) for kind in ("id", "handle") for name in names}
    for value in re.findall(r"\bclass=['\"]([^'\"<>]{1,500})", text):
        marks.update((kind, name) for kind in ("class", "body-class") for name in value.split())
    marks |= {("property", name) for name in re.findall(r"--([A-Za-z][\w-]{3,50})\s*:", text)}
    marks |= {("global", name) for name in re.findall(r"\bvar (\w{3,60})\s*=", text)}
    marks |= {("comment", " ".join(match[1].split())) for match in PATTERNS["comment"].finditer(text)}
    return set(re.findall(r"plugins\\?/([\w.-]+)", text)), marks


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("plugin", nargs="+", metavar="SLUG=SOURCE")
    parser.add_argument("--beside", nargs="*", default=[], metavar="SOURCE")
    parser.add_argument("--pages", type=Path, metavar="FOLDER")
    parser.add_argument("--best", type=int, metavar="N")
    return parser.parse_args()


if __name__ == "__main__":
    main()
