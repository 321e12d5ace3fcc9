"""The page and its files show renamed content directories."""

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.wordpress.directories import Directories, directories_of
from tests.pages import page


def directories_in(head):
    parsed = page(head)
    return directories_of(parsed, assets_of(parsed))


def css(*paths):
    return "".join(f'<link rel="stylesheet" href="{path}">' for path in paths)


def test_wp_content_is_always_a_content_directory():
    assert directories_in("").content == ("/wp-content/",)


def test_a_themes_folder_beside_a_plugins_folder_is_a_content_directory():
    assert directories_in(css("/app/themes/a/a.css", "/app/plugins/b/b.css")).content[1:] == ("/app/",)
    assert directories_in(css("/x/y/themes/a/a.css", "/x/y/uploads/b.css")).content[1:] == ("/x/y/",)


def test_a_themes_folder_alone_is_no_content_directory():
    assert directories_in(css("/sites/all/themes/a/a.css", "/misc/plugins/b.css")).content[1:] == ()
    assert directories_in(css("/themes/a/a.css", "/plugins/b/b.css")).content[1:] == ()


CORE = css("/wp/wp-includes/css/dist/block-library/style.min.css")


def test_a_themes_folder_beside_the_core_of_wordpress_is_enough():
    assert directories_in(CORE + css("/app/themes/a/style.css")).content[1:] == ("/app/",)
    inlined = "<style>@font-face { src: url('/app/themes/a/assets/fonts/b.woff2') }</style>"
    assert directories_in(CORE + inlined).content[1:] == ("/app/",)


def test_a_themes_folder_of_another_product_is_no_content_directory():
    assert directories_in(CORE + css("/app/plugins/a/themes/b/b.css")).content[1:] == ()
    assert directories_in(CORE + css("https://other.example/app/themes/a/style.css")).content[1:] == ()
    assert (
        directories_in(CORE + css("/wp-content/themes/a/style.css", "/jquery-ui/themes/b/b.css")).content[1:]
        == ()
    )
    assert directories_in(CORE + css("/themes/a/style.css")).content[1:] == ()


def test_speculation_rules_of_wordpress_name_the_content_directory():
    rules = '{"prefetch":[{"where":{"not":{"href_matches":["/wp-*.php","/vendor/themes/a/*"]}}}]}'
    assert directories_in(f'<script type="speculationrules">{rules}</script>').content[1:] == ("/vendor/",)
    assert directories_in('<script type="speculationrules">["/vendor/themes/a/*"]</script>').content[1:] == ()


def test_the_innermost_content_directory_is_used():
    directories = Directories(("/wp-content/", "/app/"))
    assert directories.inside_content("/wp-content/cache/1/wp-content/plugins/x/a.js") == "plugins/x/a.js"
    assert directories.inside_content("/app/plugins/x/a.js") == "plugins/x/a.js"
    assert directories.inside_content("/other/a.js") is None


def test_a_folder_needs_something_in_it():
    directories = Directories()
    assert directories.folder("/wp-content/plugins/x/a.js", "plugins") == ("x", 22)
    assert directories.folder("/wp-content/plugins/x", "plugins") is None
    assert directories.folder("/wp-content/plugins//a.js", "plugins") is None


def test_a_folder_with_several_known_plugins_is_a_renamed_folder_of_plugins():
    theme, plugins = css("/core/themes/a/a.css"), ("contact-form-7/a.css", "elementor/b.js")
    inside = css(*(f"/core/extra/{name}" for name in plugins), "/core/uploads/a.css")
    assert directories_in(theme + inside).plugins == ("/core/extra/",)
    beside = css(*(f"/extra/{name}" for name in plugins), "/core/uploads/a.css")
    assert directories_in(theme + beside).plugins == ("/extra/",)
    usual = css("/wp-content/themes/a/a.css", *(f"/wp-content/extra/{name}" for name in plugins))
    assert directories_in(usual).plugins == ("/wp-content/extra/",)


def test_a_renamed_folder_of_plugins_may_be_six_folders_deep():
    names = ("contact-form-7/a.css", "elementor/b.js")
    paths = [f"/a/b/c/d/wp-content/extra/{name}" for name in names]
    found = directories_in(css("/a/b/c/d/wp-content/themes/a/a.css", *paths))
    assert found.plugins == ("/a/b/c/d/wp-content/extra/",)


def test_other_folders_are_no_renamed_folder_of_plugins():
    theme = css("/wp-content/themes/a/a.css")
    for paths in (
        ["/wp-content/extra/contact-form-7/a.css", "/wp-content/extra/unheard-of/a.css"],
        ["/assets/swiper/a.css", "/assets/font-awesome/a.css"],
        ["/wp-content/cache/contact-form-7/a.css", "/wp-content/cache/elementor/a.css"],
        ["/wp-content/plugins/contact-form-7/a.css", "/wp-content/plugins/elementor/a.css"],
        [
            "/a/b/c/d/e/wp-content/extra/contact-form-7/a.css",
            "/a/b/c/d/e/wp-content/extra/elementor/b.js",
        ],
        ["/a/b/contact-form-7/a.css", "/a/b/elementor/a.css"],
    ):
        assert directories_in(theme + css(*paths)).plugins == ()


def test_speculation_rules_of_wordpress_name_the_folder_of_plugins():
    def folders(plugins):
        paths = f'"/wp-*.php","/wp-admin/*","/files/*","/c/*","{plugins}","/c/themes/x/*"'
        return directories_in(f'<script type="speculationrules">[{paths}]</script>').plugins

    assert folders("/m/*") == ("/m/",)
    assert folders("/wp-content/plugins/*") == ()
    assert directories_in('<script type="speculationrules">["/wp-*.php"]</script>').plugins == ()
