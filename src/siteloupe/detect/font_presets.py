"""Font presets of a WordPress site: those of its global styles, named by its theme.json.

Source: https://developer.wordpress.org/block-editor/how-to-guides/themes/global-settings-and-styles/
"""

import re
from collections.abc import Iterator
from typing import Any

from siteloupe.capture import Answer, Exchange
from siteloupe.css.variables import Variables
from siteloupe.detect.font_variants import titled
from siteloupe.document.json_blocks import loaded
from siteloupe.reports.fonts import FontPreset

MAX_PRESETS = 200

_VARIABLE = "--wp--preset--font-family--"
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def font_presets(variables: Variables, theme_json: Answer | None) -> list[FontPreset]:
    """The page's presets, in order, then those that only theme.json has."""
    named = {_in_css(preset.slug): preset for preset in _of_theme(theme_json)}
    found: dict[str, FontPreset] = {}
    for slug, family in _of_page(variables):
        name = named[slug].name if slug in named else titled(slug)
        found.setdefault(slug, FontPreset(slug=slug, name=name, font_family=family))
    for slug, preset in named.items():
        found.setdefault(slug, preset)
    return list(found.values())[:MAX_PRESETS]


def _of_page(variables: Variables) -> Iterator[tuple[str, str]]:
    for scope, declared in variables.scopes.items():
        for name in declared:
            if name.startswith(_VARIABLE) and (slug := name.removeprefix(_VARIABLE)):
                value = variables.value(name, scope)
                yield slug, value if value is not None else declared[name]


def _of_theme(answer: Answer | None) -> Iterator[FontPreset]:
    if not isinstance(answer, Exchange) or answer.status != 200:
        return
    settings = _member(loaded(answer.body.decode("utf-8-sig", "replace")), "settings")
    listed = _member(_member(settings, "typography"), "fontFamilies")
    for entry in listed[:MAX_PRESETS] if isinstance(listed, list) else ():
        slug, family = _member(entry, "slug"), _member(entry, "fontFamily")
        if isinstance(slug, str) and slug and isinstance(family, str) and family:
            name = _member(entry, "name")
            yield FontPreset(
                slug=slug, name=name if isinstance(name, str) and name else titled(slug), font_family=family
            )


def _in_css(slug: str) -> str:
    """A preset's slug as WordPress writes it into a custom property: ``sourceSerif4`` is ``source-serif-4``.

    Source: https://developer.wordpress.org/reference/functions/_wp_to_kebab_case/
    """
    return "-".join(word.lower() for word in _WORD.findall(slug))


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None
