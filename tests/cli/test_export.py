"""``siteloupe color-palette URL --format …`` and the same for fonts."""

import json

import pytest

from siteloupe.present.export import formats_of


@pytest.mark.parametrize("name", formats_of("color-palette"))
def test_a_file_for_another_tool_goes_to_standard_output(terminal, name) -> None:
    result = terminal("color-palette", "http://orchard.example/", "--format", name)
    assert result.exit_code == 0
    assert any(white in result.stdout for white in ("#ffffff", "255 255 255", '"r": 1.0'))
    assert result.stderr == ""


@pytest.mark.parametrize("name", formats_of("font-detector"))
def test_fonts_have_files_too(terminal, name) -> None:
    result = terminal("font-detector", "http://lettered.example/", "--format", name)
    assert result.exit_code == 0
    assert "Crumb" in result.stdout


def test_design_tokens_are_json_as_they_come(terminal) -> None:
    result = terminal("color-palette", "http://orchard.example/", "--format", "dtcg")
    assert json.loads(result.stdout)["color"]["background"]["$value"]["hex"] == "#ffffff"


def test_a_site_that_blocks_gives_no_file_and_ends_with_4(terminal) -> None:
    result = terminal("color-palette", "http://shut.example/", "--format", "css")
    assert (result.exit_code, result.stdout) == (4, "")
    assert result.stderr.startswith("siteloupe: ")


def test_json_and_a_format_exclude_each_other(terminal) -> None:
    assert terminal("color-palette", "http://orchard.example/", "--format", "css", "--json").exit_code == 2


def test_an_unknown_format_ends_with_2_and_names_those_there_are(terminal) -> None:
    result = terminal("color-palette", "http://orchard.example/", "--format", "word")
    assert result.exit_code == 2
    assert all(name in result.stderr for name in formats_of("color-palette"))


def test_only_analyses_with_formats_offer_them(terminal) -> None:
    assert "--format" in terminal("color-palette", "--help").stdout
    assert "--format" not in terminal("check-cms", "--help").stdout


def test_export_writes_one_file_of_both_reports(terminal) -> None:
    result = terminal("export", "http://lettered.example/", "--format", "css")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "--font-body" in result.stdout
    assert "--color-" in result.stdout


def test_export_takes_a_saved_visit(terminal, saved) -> None:
    assert json.loads(terminal("export", str(saved)).stdout)["color"]["background"]


def test_export_of_a_site_that_blocks_ends_with_4(terminal) -> None:
    result = terminal("export", "http://shut.example/")
    assert (result.exit_code, result.stdout) == (4, "")
