"""Writes the tables of releases: which lines of a product have ended, which versions are vulnerable.

    .venv/bin/python scripts/release_tables.py ENDOFLIFE RETIRE

ENDOFLIFE is a clone of https://github.com/endoflife-date/endoflife.date (MIT), RETIRE one of
https://github.com/RetireJS/retire.js (Apache-2.0). The tables have only products of the book, by its names.
"""

import argparse
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from siteloupe.detect.wordpress.version import compare

DATA = Path(__file__).parent.parent / "src/siteloupe/data"

ENDING = {
    "Angular": "angular",
    "AngularJS": "angularjs",
    "Backdrop CMS": "backdrop",
    "Bootstrap": "bootstrap",
    "Bun": "bun",
    "CKEditor": "ckeditor",
    "ColdFusion": "coldfusion",
    "Concrete CMS": "concrete-cms",
    "Contao": "contao",
    "Craft CMS": "craft-cms",
    "Drupal": "drupal",
    "Ember.js": "emberjs",
    "Font Awesome": "font-awesome",
    "Joomla": "joomla",
    "jQuery": "jquery",
    "jQuery UI": "jquery-ui",
    "Kirby": "kirby",
    "LibreOffice": "libreoffice",
    "Magento": "magento",
    "MediaWiki": "mediawiki",
    "Next.js": "nextjs",
    "Nuxt": "nuxt",
    "PHP": "php",
    "phpBB": "phpbb",
    "Plone": "plone",
    "React": "react",
    "Shopware": "shopware",
    "SilverStripe": "silverstripe",
    "Statamic": "statamic",
    "Svelte": "svelte",
    "tarteaucitron.js": "tarteaucitron",
    "TYPO3": "typo3",
    "Umbraco": "umbraco",
    "Vue.js": "vue",
    "Vuetify": "vuetify",
    "Wagtail": "wagtail",
    "WordPress": "wordpress",
}
"""Products of the book by their names there, with their names at endoflife.date."""

VULNERABLE = {
    "Angular": "@angular/core",
    "Alpine.js": "alpinejs",
    "AngularJS": "angularjs",
    "Axios": "axios",
    "Backbone.js": "backbone.js",
    "Bootstrap": "bootstrap",
    "bootstrap-select": "bootstrap-select",
    "C3": "c3",
    "Chart.js": "chart.js",
    "CKEditor": "ckeditor",
    "D3": "d3",
    "DataTables": "jquery.datatables",
    "Dojo": "dojo",
    "ECharts": "echarts",
    "Ember.js": "ember",
    "Ext JS": "ExtJS",
    "Flowplayer": "flowplayer",
    "Handlebars": "handlebars",
    "Highcharts": "highcharts",
    "highlight.js": "highlightjs",
    "jPlayer": "jPlayer",
    "jQuery": "jquery",
    "jQuery Migrate": "jquery-migrate",
    "jQuery Mobile": "jquery-mobile",
    "jQuery UI": "jquery-ui",
    "jQuery Validation": "jquery-validation",
    "JSZip": "jszip",
    "Knockout": "knockout",
    "Lodash": "lodash",
    "MathJax": "mathjax",
    "Moment.js": "moment.js",
    "MooTools": "mootools",
    "Mustache": "mustache.js",
    "Next.js": "nextjs",
    "prettyPhoto": "jquery.prettyPhoto",
    "Prototype": "prototypejs",
    "Quill": "quill",
    "React": "react",
    "Select2": "select2",
    "Svelte": "svelte",
    "SWFObject": "swfobject",
    "Swiper": "swiper",
    "Three.js": "threejs",
    "TinyMCE": "tinyMCE",
    "Underscore.js": "underscore.js",
    "Video.js": "video.js",
    "Vue.js": "vue",
    "YUI": "YUI",
}
"""Libraries of the book by their names there, with their names at Retire.js."""

_RELEASE = re.compile(r"^  - (?=releaseCycle:)", re.MULTILINE)
_FIELD = re.compile(r"^    (eol|latest): *(.+?)(?: *#.*)?$", re.MULTILINE)
_VERSION = re.compile(r"\d[\w.+-]*")


def shown(clone: Path, path: str) -> str:
    """Return a file of the newest commit of ``clone``."""
    return subprocess.run(
        ["git", "-C", str(clone), "show", f"HEAD:{path}"], check=True, capture_output=True, text=True
    ).stdout


def day(clone: Path) -> str:
    """Return the day of the newest commit of ``clone``."""
    found = subprocess.run(
        ["git", "-C", str(clone), "log", "-1", "--format=%cs"], check=True, capture_output=True, text=True
    )
    return found.stdout.strip()


def release_lines(clone: Path) -> Iterator[tuple[str, ...]]:
    """Yield product, line, its end (a day, ``yes`` or ``no``), newest release, day of the data and source."""
    for name, slug in sorted(ENDING.items(), key=lambda pair: pair[0].lower()):
        for piece in re.split(
            r"^  - (?=releaseCycle:)", shown(clone, f"products/{slug}.md"), flags=re.MULTILINE
        )[1:]:
            fields = {key: value.strip("\"' ") for key, value in _FIELD.findall(piece)}
            line = piece.partition(":")[2].partition("\n")[0].partition("#")[0].strip("\"' ")
            end = {"true": "yes", "false": "no"}.get(fields.get("eol", ""), fields.get("eol", ""))
            if re.fullmatch(r"[\d.]+", line) and end:
                yield name, line, end, fields.get("latest", ""), day(clone), f"https://endoflife.date/{slug}"


def vulnerable_ranges(clone: Path) -> Iterator[tuple[str, ...]]:
    """Yield product, first and first safe version, severity, identifier, and day of the data."""
    known: dict[str, Any] = json.loads(shown(clone, "repository/jsrepository-v4.json"))
    for name, key in sorted(VULNERABLE.items(), key=lambda pair: pair[0].lower()):
        for each in known[key].get("vulnerabilities", []):
            for span in each.get("ranges", [each]):
                below, since = span.get("below", ""), span.get("atOrAbove", "")
                names = each.get("identifiers", {})
                identifier = next(iter(names.get("CVE", [])), names.get("githubID", ""))
                if _VERSION.fullmatch(below) and identifier and compare(since or "0", below) < 0:
                    yield name, since, below, each.get("severity", ""), identifier, day(clone)


def write(name: str, columns: str, found: Iterator[tuple[str, ...]]) -> None:
    """Write a table of ``data``, without doubles."""
    lines = dict.fromkeys("\t".join(row) for row in found)
    (DATA / name).write_text("\n".join([columns, *lines]) + "\n", "utf-8")
    print(f"{name}: {len(lines)} rows")


def main() -> None:
    """Write both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("endoflife", type=Path)
    parser.add_argument("retire", type=Path)
    arguments = parser.parse_args()
    write(
        "release_lines.tsv", "product\tline\tend\tlatest\tas_of\tsource", release_lines(arguments.endoflife)
    )
    write(
        "vulnerable_versions.tsv",
        "product\tsince\tbelow\tseverity\tidentifier\tas_of",
        vulnerable_ranges(arguments.retire),
    )


if __name__ == "__main__":
    main()
