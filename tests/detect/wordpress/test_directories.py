"""Renamed content directories are found in what the page itself says and loads."""

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.wordpress.directories import Directories, directories_of
from tests.pages import page


def found(head):
    parsed = page(head)
    return directories_of(parsed, assets_of(parsed))


def css(*paths):
    return "".join(f'<link rel="stylesheet" href="{path}">' for path in paths)


def test_wp_content_is_always_one():
    assert found("").content == ("/wp-content/",)


def test_a_themes_folder_beside_a_plugins_folder_is_a_content_directory():
    assert found(css("/app/themes/a/a.css", "/app/plugins/b/b.css")).derived == ("/app/",)
    assert found(css("/x/y/themes/a/a.css", "/x/y/uploads/b.css")).derived == ("/x/y/",)


def test_a_themes_folder_alone_is_none():
    assert found(css("/sites/all/themes/a/a.css", "/misc/plugins/b.css")).derived == ()
    assert found(css("/themes/a/a.css", "/plugins/b/b.css")).derived == ()


CORE = css("/wp/wp-includes/css/dist/block-library/style.min.css")


def test_a_themes_folder_beside_the_core_of_wordpress_is_enough():
    assert found(CORE + css("/app/themes/a/style.css")).derived == ("/app/",)
    inlined = "<style>@font-face { src: url('/app/themes/a/assets/fonts/b.woff2') }</style>"
    assert found(CORE + inlined).derived == ("/app/",)


def test_a_themes_folder_of_something_else_is_not():
    assert found(CORE + css("/app/plugins/a/themes/b/b.css")).derived == ()
    assert found(CORE + css("https://other.example/app/themes/a/style.css")).derived == ()
    assert found(CORE + css("/wp-content/themes/a/style.css", "/jquery-ui/themes/b/b.css")).derived == ()
    assert found(CORE + css("/themes/a/style.css")).derived == ()


def test_speculation_rules_of_wordpress_name_it():
    rules = '{"prefetch":[{"where":{"not":{"href_matches":["/wp-*.php","/vendor/themes/a/*"]}}}]}'
    assert found(f'<script type="speculationrules">{rules}</script>').derived == ("/vendor/",)
    assert found('<script type="speculationrules">["/vendor/themes/a/*"]</script>').derived == ()


def test_the_innermost_content_directory_counts():
    directories = Directories(("/wp-content/", "/app/"))
    assert directories.inside_content("/wp-content/cache/1/wp-content/plugins/x/a.js") == "plugins/x/a.js"
    assert directories.inside_content("/app/plugins/x/a.js") == "plugins/x/a.js"
    assert directories.inside_content("/other/a.js") is None


def test_a_folder_needs_something_in_it():
    directories = Directories()
    assert directories.folder("/wp-content/plugins/x/a.js", "plugins") == ("x", 22)
    assert directories.folder("/wp-content/plugins/x", "plugins") is None
    assert directories.folder("/wp-content/plugins//a.js", "plugins") is None
