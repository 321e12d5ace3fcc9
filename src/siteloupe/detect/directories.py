"""Where a WordPress keeps its content and its core, also when they were renamed or moved.

Bedrock serves ``/app/``, hardening plugins rename ``wp-content`` and its folders, many sites live in a
subdirectory. The page itself gives the new names away: WordPress lists them in its speculation rules
(https://developer.wordpress.org/reference/functions/wp_get_speculation_rules/), and a site's own files
show a ``themes`` folder beside a ``plugins`` or ``uploads`` one.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from siteloupe.detect.assets import Asset
from siteloupe.document import Page
from siteloupe.document.json_blocks import strings_of

_FOLDER = re.compile(r"/(themes|plugins|mu-plugins|uploads)/(?=[^/])")
MAX_DERIVED = 3


@dataclass(frozen=True, slots=True)
class Directories:
    """URL path fragments, each with slashes around: ``content`` holds themes and plugins."""

    content: tuple[str, ...] = ("/wp-content/",)

    @property
    def derived(self) -> tuple[str, ...]:
        """Content directories beyond WordPress's default one."""
        return self.content[1:]

    def inside_content(self, path: str) -> str | None:
        """What follows the innermost content directory in ``path``, or None when there is none."""
        for fragment in self.content:
            _, found, rest = path.rpartition(fragment)
            if found:
                return rest
        return None

    def folder(self, path: str, kind: str) -> tuple[str, int] | None:
        """The slug after ``themes/`` or ``plugins/`` and where in ``path`` its folder ends, or None."""
        for fragment in self.content:
            marker = f"{fragment}{kind}/"
            at = path.rfind(marker)
            if at >= 0:
                start = at + len(marker)
                slug, slash, _ = path[start:].partition("/")
                return (slug, start + len(slug) + 1) if slash and slug else None
        return None


def directories_of(page: Page, assets: Iterable[Asset]) -> Directories:
    """The directories that ``page`` uses; derived ones come after WordPress's default."""
    derived = dict.fromkeys((*_from_speculation_rules(page), *_by_neighbourhood(assets)))
    extra = [fragment for fragment in derived if "/wp-content/" not in fragment][:MAX_DERIVED]
    return Directories(content=("/wp-content/", *extra))


def speculation_paths(page: Page) -> tuple[str, ...]:
    """Every string of the page's speculation rules, when they have WordPress's own entries."""
    for script in page.scripts:
        if script.type == "speculationrules":
            paths = strings_of(script.text)
            if any(path.endswith(("/wp-*.php", "/wp-admin/*")) for path in paths):
                return paths
    return ()


def _from_speculation_rules(page: Page) -> list[str]:
    found = []
    for path in speculation_paths(page):
        before, themes, slug = path.partition("/themes/")
        if themes and slug.endswith("/*"):
            found.append(f"{before}/")
    return found


def _by_neighbourhood(assets: Iterable[Asset]) -> list[str]:
    """Folders on the site's own host with a ``themes`` child and a ``plugins`` or ``uploads`` one."""
    children: defaultdict[str, set[str]] = defaultdict(set)
    for asset in assets:
        if asset.is_own and "/wp-content/" not in asset.path and "/wp-includes/" not in asset.path:
            for match in _FOLDER.finditer(asset.path):
                children[asset.path[: match.start() + 1]].add(match[1])
    return [
        folder for folder, kinds in children.items() if "themes" in kinds and len(kinds) > 1 and folder != "/"
    ]
