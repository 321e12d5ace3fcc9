"""Hooks of mkdocs: the documents outside of docs/, and links that would leave the site.

CHANGELOG.md, CONTRIBUTING.md and SECURITY.md become pages, the files of deploy/ are part of the site, and a
link to any other file of the repository becomes text, because the site does not have it.
Source: https://www.mkdocs.org/dev-guide/plugins/#events
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {
    name: f"{name.removesuffix('.md').lower()}.md"
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
}

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?://|mailto:|#)([^)\s#]+)(#[^)\s]+)?\)")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages and files outside of docs/."""
    sources = {target: name for name, target in PAGES.items()}
    sources |= {
        path.relative_to(ROOT).as_posix(): path.relative_to(ROOT).as_posix()
        for path in (ROOT / "deploy").rglob("*")
        if path.is_file()
    }
    for target, source in sources.items():
        files.append(File.generated(config, target, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, *, page: Page, files: Files, **_: Any) -> str:
    """Write links as the site has them."""
    moved = next((name for name, target in PAGES.items() if target == page.file.src_uri), None)
    folder = "" if moved else "docs"

    def link(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        path = posixpath.normpath(posixpath.join(folder, target))
        in_site = PAGES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else path)
        if files.get_file_from_path(in_site) is None and path.startswith("docs/"):
            return found[0]  # a mistake, which mkdocs names
        return f"[{text}]({in_site}{anchor})" if files.get_file_from_path(in_site) else text

    return _LINK.sub(link, markdown)
