"""Sheets written to be slow. Work is counted, not timed: bytecode lines run must grow no faster than the sheet."""

import pytest

from siteloupe.css.color import colors_in
from siteloupe.css.font import families, shorthand, sources
from siteloupe.css.length import font_size
from siteloupe.css.stylesheet import read, read_style_attribute
from siteloupe.css.values import split_words
from siteloupe.css.variables import Variables
from tests.css.hostile_sheets import GENERATORS
from tests.work import lines_run


def take_everything(text: str) -> int:
    """All that an analysis may do with a sheet; the number of characters that came out."""
    sheet = read(text)
    variables = Variables.of([sheet])
    size = 0
    for scope, names in variables.scopes.items():
        size += sum(len(variables.value(name, scope) or "") for name in list(names)[:2000])
    for declaration in dict.fromkeys(found for _, found in sheet.declarations()):
        value = variables.resolve(declaration.value) or ""
        size += len(value) + len(colors_in(value)) + len(families(value)) + len(split_words(value))
        size += (shorthand(value) is not None) + len(sources(value)) + int(font_size(value) or 0)
    return size + read_style_attribute(text).declaration_count


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_work_grows_no_faster_than_a_hostile_sheet(name):
    small, large = GENERATORS[name](4_000), GENERATORS[name](16_000)
    lines_run(lambda: take_everything(small))
    growth = lines_run(lambda: take_everything(large)) / max(2_000, lines_run(lambda: take_everything(small)))
    assert growth <= 1.6 * len(large) / len(small)


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_large_hostile_sheet_is_read_to_its_end(name):
    text = GENERATORS[name](200_000)
    assert take_everything(text) <= 40_000_000
