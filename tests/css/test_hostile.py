"""Slow sheets. The tests count work instead of time: the lines of Python run grow no faster than the sheet."""

import pytest

from siteloupe.css.color import colors_in
from siteloupe.css.font import parse_face_sources, parse_families, parse_shorthand
from siteloupe.css.length import font_size_in_pixels
from siteloupe.css.stylesheet import parse_style_attribute, parse_stylesheet
from siteloupe.css.values import split_words
from siteloupe.css.variables import Variables
from tests.css.hostile_sheets import GENERATORS
from tests.work import lines_run


def use_everything(text: str) -> int:
    """Do all that an analysis may do with a sheet, and return the number of characters of the results."""
    sheet = parse_stylesheet(text)
    variables = Variables.from_sheets([sheet])
    size = 0
    for scope, names in variables.scopes.items():
        size += sum(len(variables.value(name, scope) or "") for name in list(names)[:2000])
    for declaration in dict.fromkeys(found for _, found in sheet.declarations()):
        value = variables.resolve(declaration.value) or ""
        size += len(value) + len(colors_in(value)) + len(parse_families(value)) + len(split_words(value))
        size += (
            (parse_shorthand(value) is not None)
            + len(parse_face_sources(value))
            + int(font_size_in_pixels(value) or 0)
        )
    return size + parse_style_attribute(text).declaration_count


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_work_grows_no_faster_than_a_hostile_sheet(name):
    small, large = GENERATORS[name](4_000), GENERATORS[name](16_000)
    lines_run(lambda: use_everything(small))
    growth = lines_run(lambda: use_everything(large)) / max(2_000, lines_run(lambda: use_everything(small)))
    assert growth <= 1.6 * len(large) / len(small)


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_large_hostile_sheet_is_parsed_to_its_end(name):
    text = GENERATORS[name](200_000)
    assert use_everything(text) <= 40_000_000
