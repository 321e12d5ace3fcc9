from siteloupe.css.places import MAX_KNOWN, NOWHERE, Place
from siteloupe.css.rules import Context

SHEET = Context((), "", "sheet")


def test_a_group_that_is_opened_again_is_the_same_place():
    sheet = Place(SHEET)
    assert sheet.inside("@media print") is sheet.inside("@media print")
    assert sheet.inside("@media print") is not sheet.inside("@media screen")


def test_no_more_groups_are_kept_than_there_is_room_for():
    sheet = Place(SHEET)
    for number in range(MAX_KNOWN):
        sheet.inside(f"@layer a{number}")
    assert sheet.inside("@layer a0") is sheet.inside("@layer a0")
    assert sheet.inside("@layer b") is not sheet.inside("@layer b")


def test_each_font_face_is_a_place_of_its_own():
    sheet = Place(SHEET)
    assert sheet.inside("@font-face") is not sheet.inside("@font-face")


def test_rules_stand_as_written_in_sheets_and_groups_alone():
    sheet = Place(SHEET)
    group = sheet.inside("@media print")
    assert sheet.conditions == ()
    assert [str(condition) for condition in group.conditions or ()] == ["@media print"]
    assert group.inside("a").conditions is None
    assert sheet.inside("@keyframes x").conditions is None
    assert NOWHERE.conditions is None


def test_what_opens_no_block_that_browsers_know_is_skipped():
    sheet = Place(SHEET)
    assert [sheet.inside(prelude).context.kind for prelude in ("@foo", "", "--x:", "a:")] == ["skipped"] * 4
