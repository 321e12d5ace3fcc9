"""Every field of the Theme object has its source, and a rule for its presence."""

import msgspec
import pytest

from siteloupe.capture import Exchange, Headers, Missing, ThemeFiles
from siteloupe.data import rows
from siteloupe.detect.page.text import web_address
from siteloupe.detect.theme.page_marks import NAMED, ThemeMarks
from siteloupe.detect.theme.report import theme, theme_name, title_case
from siteloupe.detect.theme.wporg import could_list
from siteloupe.reports.evidence import Evidence
from tests.directory_answers import NOT_FOUND, answer, listing

SLUG = "plain-paper"
MARKS = ThemeMarks(SLUG, f"https://example.test/wp-content/themes/{SLUG}/")
LISTED = answer(listing())
UNLISTED = answer(NOT_FOUND, 404)
SILENT = Missing("https://api.wordpress.test/", "timed-out")


def style(*lines, name="Plain Paper", status=200):
    url = f"https://example.test/wp-content/themes/{SLUG}/style.css"
    body = "\n".join(("/*", f"Theme Name: {name}", *lines, "*/")).encode()
    return Exchange(url, url, status, Headers([("content-type", "text/css")]), body)


OLD = style("Version: 2.4", "Author: Paper Works", "Theme URI: https://paperworks.test/plain-paper/")


def theme_fields(style=None, directory=None, marks=MARKS, **more):
    """Return the Theme object as JSON, without its evidence."""
    found = theme(marks, ThemeFiles(marks.slug, style=style, directory=directory, **more))
    fields = msgspec.to_builtins(found)
    del fields["evidence"]
    return fields


def test_a_page_without_a_theme_has_none():
    assert theme(None, None) is None
    assert theme(None, ThemeFiles(SLUG, style=OLD)) is None


def test_a_listed_theme_with_its_style_sheet_has_every_field():
    assert theme_fields(OLD, LISTED) == {
        "name": "Plain Paper",
        "slug": "plain-paper",
        "nameSource": "style.css",
        "version": "2.4",
        "versionSource": "style.css",
        "latestVersion": "2.4.1",
        "outdated": True,
        "inRepo": True,
        "wpOrgUrl": "https://wordpress.org/themes/plain-paper/",
        "themeUri": "https://paperworks.test/plain-paper/",
        "author": "Paper Works",
        "screenshotUrl": "https://ts.w.test/wp-content/themes/plain-paper/screenshot.png?ver=2.4.1",
        "activeInstalls": 500_000,
        "downloads": 1_234_567,
    }


def test_the_directory_replaces_a_missing_style_sheet():
    assert theme_fields(None, LISTED) == {
        "name": "Plain Paper",
        "slug": "plain-paper",
        "nameSource": "directory",
        "version": "2.4.1",
        "versionSource": "directory",
        "latestVersion": "2.4.1",
        "inRepo": True,
        "wpOrgUrl": "https://wordpress.org/themes/plain-paper/",
        "author": "Paper Works",
        "screenshotUrl": "https://ts.w.test/wp-content/themes/plain-paper/screenshot.png?ver=2.4.1",
        "activeInstalls": 500_000,
        "downloads": 1_234_567,
    }


def test_an_unlisted_theme_has_the_fields_of_its_style_sheet():
    assert theme_fields(OLD, UNLISTED) == {
        "name": "Plain Paper",
        "slug": "plain-paper",
        "nameSource": "style.css",
        "version": "2.4",
        "versionSource": "style.css",
        "inRepo": False,
        "themeUri": "https://paperworks.test/plain-paper/",
        "author": "Paper Works",
    }


def test_a_template_that_leads_out_of_the_themes_is_not_passed_on():
    assert "parentTheme" not in theme_fields(style("Template: ../../../etc"), UNLISTED)


def test_the_folder_alone_gives_a_guess():
    assert theme_fields() == {"name": "Plain Paper", "slug": "plain-paper", "nameSource": "slug"}
    assert msgspec.to_builtins(theme(MARKS, None)) == {**theme_fields(), "evidence": []}


FIELDS = [
    # the file, the directory, a field, what it holds; None: it is absent
    (OLD, LISTED, "nameSource", "style.css"),
    (style(name=""), LISTED, "nameSource", "directory"),
    (style(status=404), LISTED, "nameSource", "directory"),
    (style(status=404), LISTED, "versionSource", "directory"),
    (Missing("https://example.test/style.css", "refused"), LISTED, "nameSource", "directory"),
    (None, UNLISTED, "nameSource", "slug"),
    (None, SILENT, "nameSource", "slug"),
    (None, answer(listing(name=None)), "nameSource", "slug"),
    (None, answer(listing(name=None)), "inRepo", True),
    (OLD, LISTED, "version", "2.4"),
    (style(), LISTED, "version", "2.4.1"),
    (style(), LISTED, "versionSource", "directory"),
    (style(), LISTED, "outdated", None),
    (style(), UNLISTED, "version", None),
    (style(), UNLISTED, "versionSource", None),
    (style(), SILENT, "version", None),
    (OLD, SILENT, "version", "2.4"),
    (OLD, SILENT, "latestVersion", None),
    (OLD, SILENT, "outdated", None),
    (OLD, SILENT, "inRepo", None),
    (OLD, SILENT, "wpOrgUrl", None),
    (OLD, None, "inRepo", None),
    (OLD, UNLISTED, "inRepo", False),
    (OLD, UNLISTED, "wpOrgUrl", None),
    (OLD, UNLISTED, "latestVersion", None),
    (OLD, UNLISTED, "outdated", None),
    (OLD, UNLISTED, "activeInstalls", None),
    (style("Version: 2.4.1"), LISTED, "outdated", False),
    (style("Version: 2.10"), LISTED, "outdated", False),
    (style("Version: 2.4.1-beta"), LISTED, "outdated", True),
    (style("Version: 2.4"), answer(listing(version=None)), "outdated", None),
    *(
        (style(f"Version: {stated}"), LISTED, "outdated", None)
        for stated in ("trunk", "dev-main", "%%VERSION%%", "N/A")
    ),
    (style("Version: trunk"), LISTED, "version", "trunk"),
    (style("Version: 2.4"), answer(listing(version="trunk")), "outdated", None),
    (style("Version: 2.4"), answer(listing(version=None)), "latestVersion", None),
    (style("Theme URI: javascript:alert(1)"), None, "themeUri", None),
    (style("Theme URI: "), None, "themeUri", None),
    (style("Theme URI: paperworks.test"), None, "themeUri", "http://paperworks.test"),
    (None, LISTED, "themeUri", None),
    (style("Author: Me"), LISTED, "author", "Me"),
    (style(), LISTED, "author", "Paper Works"),
    (style(), UNLISTED, "author", None),
    (style(), answer(listing(author=False)), "author", None),
    (OLD, answer(listing(screenshot_url=False)), "screenshotUrl", None),
    (OLD, answer(listing(active_installs=0)), "activeInstalls", 0),
    (OLD, answer(listing(downloaded=0)), "downloads", 0),
    (OLD, answer(listing(active_installs=None)), "activeInstalls", None),
    (OLD, answer(listing(slug="other")), "inRepo", None),
    (OLD, answer(listing(slug="other")), "latestVersion", None),
    (OLD, LISTED, "parentTheme", None),
    (OLD, LISTED, "parent", None),
    (style("Template: paper"), UNLISTED, "parentTheme", "paper"),
    (style("Template: pub/paper"), UNLISTED, "parentTheme", "pub/paper"),
    (style("Template: plain-paper"), UNLISTED, "parentTheme", None),
]


@pytest.mark.parametrize(("file", "directory", "field", "value"), FIELDS)
def test_a_field_is_present_only_when_it_is_known(file, directory, field, value):
    assert theme_fields(file, directory).get(field) == value


@pytest.mark.parametrize("slug", ["Divi", "paper-2.1", "paper child"])
def test_an_invalid_slug_is_not_in_the_directory(slug):
    fields = theme_fields(marks=ThemeMarks(slug))
    assert fields["inRepo"] is False
    assert "wpOrgUrl" not in fields


def test_a_slug_of_another_theme_in_the_directory_is_not_in_it():
    own = style("Author: Acme GmbH", "Version: 1.0", "Theme URI: https://acme.test/", name="Corporate")
    assert theme_fields(own, LISTED) == {
        "name": "Corporate",
        "slug": "plain-paper",
        "nameSource": "style.css",
        "version": "1.0",
        "versionSource": "style.css",
        "inRepo": False,
        "themeUri": "https://acme.test/",
        "author": "Acme GmbH",
    }


def test_a_child_theme_has_its_parent():
    child = style("Template: plain-paper", "Version: 1.0", name="Paper Child")
    files = ThemeFiles(
        "paper-child",
        style=child,
        directory=UNLISTED,
        parent_slug="plain-paper",
        parent_style=OLD,
        parent_directory=LISTED,
    )
    fields = msgspec.to_builtins(theme(ThemeMarks("paper-child"), files))
    assert (fields["name"], fields["slug"], fields["version"]) == ("Paper Child", "paper-child", "1.0")
    assert (fields["parentTheme"], fields["inRepo"]) == ("plain-paper", False)
    assert "latestVersion" not in fields
    assert fields["parent"] == theme_fields(OLD, LISTED)


def test_a_parent_that_only_the_page_shows_is_reported_too():
    fields = theme_fields(marks=ThemeMarks("paper-child"), parent_slug="plain-paper")
    assert fields["parentTheme"] == "plain-paper"
    assert fields["parent"] == {"name": "Plain Paper", "slug": "plain-paper", "nameSource": "slug"}
    alone = theme(ThemeMarks("paper-child", parent_slug="plain-paper"), None)
    assert alone is not None
    assert alone.parent_theme == "plain-paper"


def test_the_downloaded_theme_is_the_theme():
    marks = ThemeMarks("plain-paper", others=(("paper-child", "https://example.test/themes/paper-child/"),))
    found = theme(marks, ThemeFiles("paper-child", parent_slug="plain-paper"))
    assert found is not None
    assert (found.slug, found.parent_theme) == ("paper-child", "plain-paper")


def evidence_of(style, directory):
    found = theme(MARKS, ThemeFiles(SLUG, style=style, directory=directory))
    assert found is not None
    return {(each.what, each.where): each.value for each in found.evidence}


def test_the_evidence_has_the_source_of_each_value():
    assert evidence_of(style("Version: 2.4", "Template: paper"), LISTED) == {
        ("theme", "style.css"): "Theme Name: Plain Paper",
        ("version", "style.css"): "Version: 2.4",
        ("parentTheme", "style.css"): "Template: paper",
        ("inRepo", "theme directory"): "plain-paper 2.4.1",
    }
    assert evidence_of(None, UNLISTED) == {("inRepo", "theme directory"): "plain-paper is not listed"}
    assert evidence_of(None, SILENT) == {}


def test_the_evidence_names_the_other_theme_with_the_slug():
    own = style("Author: Acme GmbH", name="Corporate")
    assert evidence_of(own, LISTED)["inRepo", "theme directory"] == (
        "plain-paper is another theme there: Plain Paper by Paper Works"
    )


def test_the_evidence_of_the_page_comes_first():
    mark = Evidence(what="theme", where="<body class>", value="wp-theme-plain-paper")
    found = theme(ThemeMarks(SLUG, evidence=(mark,)), ThemeFiles(SLUG, style=OLD))
    assert found is not None
    assert found.evidence[0] == mark
    assert len(found.evidence) == 3


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("shop", "Shop"),
        ("my-shop_child", "My Shop Child"),
        ("MyShop", "MyShop"),
        ("my.shop+two", "My Shop Two"),
        ("wp-starter", "WP Starter"),
        ("shop 2", "Shop 2"),
        ("--", "--"),
        ("élan-vital", "Élan Vital"),
    ],
)
def test_a_folder_is_written_in_title_case(slug, name):
    assert title_case(slug) == name


def test_a_known_folder_has_its_own_name():
    assert theme_name("twentytwentyfive") == "Twenty Twenty-Five"
    assert theme_name("generatepress") == "GeneratePress"


def test_an_unknown_folder_is_written_in_title_case():
    assert theme_name("generatepress-of-acme") == "Generatepress Of Acme"


def test_each_bundled_name_has_one_row_and_a_source():
    listed = [row for table in NAMED for row in rows(table)]
    assert len({row["slug"] for row in listed}) == len(listed)
    for row in listed:
        assert row["name"] == row["name"].strip() != ""
        assert web_address(row["source"]) == row["source"]
        assert could_list(row["slug"]) or "wordpress.org" not in row["source"]
