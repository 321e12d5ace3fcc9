from siteloupe.css.places import MAX_KNOWN, NOWHERE, Place, Places
from siteloupe.css.rules import Context

SHEET = Context((), "", "sheet")


def test_what_is_opened_again_is_the_same_place():
    places, sheet = Places(), Place(SHEET)
    group = places.inside(sheet, "@media print")
    assert group is places.inside(sheet, "@media print")
    assert places.inside(group, "a") is places.inside(group, "a")
    assert places.inside(group, "a") is not places.inside(sheet, "a")


def test_each_font_face_is_a_place_of_its_own():
    places, sheet = Places(), Place(SHEET)
    assert places.inside(sheet, "@font-face") is not places.inside(sheet, "@font-face")


def test_no_more_places_are_kept_than_there_is_room_for():
    places, sheet = Places(), Place(SHEET)
    for number in range(MAX_KNOWN):
        places.inside(sheet, f".a{number}")
    assert places.inside(sheet, ".a0") is places.inside(sheet, ".a0")
    assert places.inside(sheet, ".b") is not places.inside(sheet, ".b")


def test_rules_stand_as_written_in_sheets_groups_and_keyframes_alone():
    sheet = Place(SHEET)
    group = sheet.inside("@media print")
    assert (sheet.rules, group.rules, sheet.inside("@keyframes x").rules) == ("style", "style", "keyframe")
    assert group.inside("a").rules is None
    assert group.inside("a").inside("@media print").rules is None
    assert NOWHERE.rules is None


def test_what_opens_no_block_that_browsers_know_is_skipped():
    sheet = Place(SHEET)
    assert [sheet.inside(prelude).context.kind for prelude in ("@foo", "", "--x:", "a:")] == ["skipped"] * 4
