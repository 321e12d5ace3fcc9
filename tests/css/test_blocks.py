import pytest

from siteloupe.css.blocks import MAX_KNOWN, MAX_SELECTOR, SKIPPED_BLOCK, Block, BlockCache, nest
from siteloupe.css.rules import Context

SHEET = Context((), "", "sheet")


def test_the_same_prelude_opens_the_same_block_again():
    blocks, sheet = BlockCache(), Block(SHEET)
    group = blocks.open_block(sheet, "@media print")
    assert group is blocks.open_block(sheet, "@media print")
    assert blocks.open_block(group, "a") is blocks.open_block(group, "a")
    assert blocks.open_block(group, "a") is not blocks.open_block(sheet, "a")


def test_each_font_face_is_a_new_block():
    blocks, sheet = BlockCache(), Block(SHEET)
    assert blocks.open_block(sheet, "@font-face") is not blocks.open_block(sheet, "@font-face")


def test_the_number_of_cached_blocks_is_bounded():
    blocks, sheet = BlockCache(), Block(SHEET)
    for number in range(MAX_KNOWN):
        blocks.open_block(sheet, f".a{number}")
    assert blocks.open_block(sheet, ".a0") is blocks.open_block(sheet, ".a0")
    assert blocks.open_block(sheet, ".b") is not blocks.open_block(sheet, ".b")


def test_only_sheets_groups_and_keyframes_keep_selectors_as_written():
    sheet = Block(SHEET)
    group = sheet.open_block("@media print")
    assert (sheet.rules, group.rules, sheet.open_block("@keyframes x").rules) == (
        "style",
        "style",
        "keyframe",
    )
    assert group.open_block("a").rules is None
    assert group.open_block("a").open_block("@media print").rules is None
    assert SKIPPED_BLOCK.rules is None


def test_a_block_that_browsers_do_not_know_is_skipped():
    sheet = Block(SHEET)
    assert [sheet.open_block(prelude).context.kind for prelude in ("@foo", "", "--x:", "a:")] == [
        "skipped"
    ] * 4


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
def test_nested_selectors_are_joined(parent, selector, together):
    assert nest(parent, selector) == together


def test_a_selector_that_would_be_too_long_stays_as_written():
    assert nest("a" * MAX_SELECTOR, "&:hover") == "&:hover"
