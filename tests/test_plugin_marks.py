"""The names that a plugin's source prints into pages, as scripts/plugin_marks finds them."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "plugin_marks.py"


def marks(*words: str | Path) -> set[tuple[str, ...]]:
    """Each line that the script prints: the plugin, the kind, the mark, pages with both, files."""
    command = [sys.executable, str(SCRIPT), *map(str, words)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {tuple(line.split("\t")) for line in lines}


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_php", ".php").replace("_json", ".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("code", "kind", "mark"),
    [
        ("wp_enqueue_style( 'acorn-front', $url );", "handle", "acorn-front-css"),
        ('wp_register_script("acorn-front", $url);', "handle", "acorn-front-js"),
        ("wp_localize_script( 'acorn', 'acornSettings', $data );", "global", "acornSettings"),
        ("register_rest_route( 'acorn/v1', '/nuts' );", "rest", "acorn/v1"),
        ("protected $namespace = 'acorn-api/v2';", "rest", "acorn-api/v2"),
        ("echo '<!-- Acorn Gallery by Oak -->';", "comment", "Acorn Gallery by Oak"),
        ("function get_name() { return 'acorn-slider'; }", "class", "elementor-widget-acorn-slider"),
        ("$options = array( 'classname' => 'widget_acorn' );", "class", "widget_acorn"),
        ("register_block_type( 'acorn-blocks/nut' );", "class", "wp-block-acorn-blocks-*"),
        ("$classes[] = 'acorn-page';", "body-class", "acorn-page"),
        ('<meta name="generator" content="Acorn Gallery <?php echo $v; ?>">', "generator", "Acorn Gallery"),
    ],
)
def test_a_name_that_code_prints_or_registers_is_a_mark(tmp_path: Path, code: str, kind: str, mark: str):
    source = write(tmp_path / "acorn", plugin_php=f"<?php {code} ?>")
    assert (kind, mark) in {line[1:3] for line in marks(f"acorn={source}")}


def test_a_block_is_known_by_its_description(tmp_path: Path):
    source = write(tmp_path / "acorn", blocks__nut__block_json='{"name": "acorn-blocks/nut"}')
    assert marks(f"acorn={source}") == {("acorn", "class", "wp-block-acorn-blocks-*", "0", "1")}


def test_names_of_several_plugins_of_other_software_and_of_the_admin_are_left_out(tmp_path: Path):
    shared = "<div class='grid-shared oak-own'>"
    acorn = write(tmp_path / "acorn", view_php=shared, admin__page_php="<div class='acorn-options'>")
    beech = write(tmp_path / "beech", view_php="<div class='grid-shared beech-own theme-box'>")
    theme = write(tmp_path / "theme", index_php="<div class='theme-box'>")
    found = marks(f"acorn={acorn}", f"beech={beech}", "--beside", theme)
    assert {line[2] for line in found} == {"oak-own", "beech-own"}


def test_a_page_with_the_plugin_proves_a_mark_and_one_without_refutes_it(tmp_path: Path):
    source = write(tmp_path / "acorn", view_php="<div class='acorn-list acorn-item acorn-note'>")
    pages = tmp_path / "pages"
    pages.mkdir()
    link = "<link href=/wp-content/plugins/acorn/a.css>"
    (pages / "one.html").write_text(f"{link}<div class='acorn-list'></div>", "utf-8")
    (pages / "other.html").write_text("<div class='acorn-note'></div>", "utf-8")
    found = marks(f"acorn={source}", "--pages", pages)
    assert found == {("acorn", "class", "acorn-list", "1", "1"), ("acorn", "class", "acorn-item", "0", "1")}
    assert marks(f"acorn={source}", "--pages", pages, "--best", "1") == {
        ("acorn", "class", "acorn-list", "1", "1")
    }
