"""Color reports of small pages."""

from siteloupe.analyses.colors import analyze
from siteloupe.capture import Capture, Exchange, Headers, Sheet
from siteloupe.detect.colors.computed import ComputedColors
from siteloupe.detect.colors.rules import color_rules
from siteloupe.detect.site import Site
from siteloupe.document import tree_of
from tests.pages import exchange

AT = "2026-01-01T00:00:00Z"


def visit(css="", body="<p>Some text</p>", *, head="", classes="", sheets=None, theme_json=None):
    """Make a visited page with ``css`` in a style block; ``sheets`` by URL are linked before it."""
    linked = {} if sheets is None else sheets
    links = "".join(f"<link rel=stylesheet href={url}>" for url in linked)
    answers = tuple(Sheet(url, answer(url, text)) for url, text in linked.items())
    page = exchange(f"{head}{links}<style>{css}</style>", body, classes=classes)
    found = (
        None
        if theme_json is None
        else answer("https://example.org/theme.json", theme_json, "application/json")
    )
    return Capture(AT, page, stylesheets=answers, theme_json=found)


def answer(url, body, media_type="text/css"):
    return Exchange(url, url, 200, Headers([("content-type", media_type)]), body.encode())


def report(*args, **kwargs):
    """Return the color report of such a page."""
    return analyze(Site(visit(*args, **kwargs)))


def rules_of(*args, **kwargs):
    """Return the color rules of such a page, and their sources."""
    capture = visit(*args, **kwargs)
    css, tree = Site(capture).css, tree_of(capture.page)
    return color_rules(css, tree), css, tree


def computed(*args, **kwargs):
    """Return the computed colors of such a page."""
    found, css, tree = rules_of(*args, **kwargs)
    rules = [rule for rule in found.rules if rule.scheme != "dark"]
    return ComputedColors(css, tree, rules, dark=found.dark_root)


def hexes(found):
    return [color.hex for color in found]
