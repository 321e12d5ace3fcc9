import pytest

from siteloupe.css.blocks import MAX_KNOWN, MAX_SELECTOR, SKIPPED_BLOCK, Block, Blocks, nest
from siteloupe.css.rules import Context

SHEET = Context((), "", "sheet")


def test_what_is_opened_again_is_the_same_block():
    blocks, sheet = Blocks(), Block(SHEET)
    group = blocks.inside(sheet, "@media print")
    assert group is blocks.inside(sheet, "@media print")
    assert blocks.inside(group, "a") is blocks.inside(group, "a")
    assert blocks.inside(group, "a") is not blocks.inside(sheet, "a")


def test_each_font_face_is_a_block_of_its_own():
    blocks, sheet = Blocks(), Block(SHEET)
    assert blocks.inside(sheet, "@font-face") is not blocks.inside(sheet, "@font-face")


def test_no_more_blocks_are_kept_than_there_is_room_for():
    blocks, sheet = Blocks(), Block(SHEET)
    for number in range(MAX_KNOWN):
        blocks.inside(sheet, f".a{number}")
    assert blocks.inside(sheet, ".a0") is blocks.inside(sheet, ".a0")
    assert blocks.inside(sheet, ".b") is not blocks.inside(sheet, ".b")


def test_rules_stand_as_written_in_sheets_groups_and_keyframes_alone():
    sheet = Block(SHEET)
    group = sheet.inside("@media print")
    assert (sheet.rules, group.rules, sheet.inside("@keyframes x").rules) == ("style", "style", "keyframe")
    assert group.inside("a").rules is None
    assert group.inside("a").inside("@media print").rules is None
    assert SKIPPED_BLOCK.rules is None


def test_what_opens_no_block_that_browsers_know_is_skipped():
    sheet = Block(SHEET)
    assert [sheet.inside(prelude).context.kind for prelude in ("@foo", "", "--x:", "a:")] == ["skipped"] * 4


@pytest.mark.parametrize(
    ("parent", "selector", "together"),
    [
        (".a", ".b", ".a .b"),
        (".a", "&.b", ".a.b"),
        (".a", "& + &", ".a + .a"),
        (".a", "> .b", ".a > .b"),
        (".a", ".b, &:hover", ".a .b, .a:hover"),
        (".a, .b", "&:hover", ":is(.a, .b):hover"),
        (":is(.a, .b)", ".c", ":is(.a, .b) .c"),
        (".a", r".b\&c &", r".b\&c .a"),
        (".a", ":not(&)", ":not(.a)"),
    ],
)
def test_nested_selectors_are_nest(parent, selector, together):
    assert nest(parent, selector) == together


def test_what_would_grow_too_long_stays_as_written():
    assert nest("a" * MAX_SELECTOR, "&:hover") == "&:hover"
