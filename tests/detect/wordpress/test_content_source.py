"""Content from a WordPress on another host of the same site: which host, by what, and how much of it is told."""

import pytest

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.wordpress.content_source import MAX_EVIDENCE, content_source
from tests.pages import page

CMS = "https://cms.example.org"


def source_of(body, head=""):
    found = page(head, body)
    return content_source(found, assets_of(found))


@pytest.mark.parametrize(
    ("markup", "value"),
    [
        (f'<img src="{CMS}/wp-content/uploads/2026/a.jpg">', "cms.example.org/wp-content/uploads/2026/a.jpg"),
        (f'<img srcset="{CMS}/wp-content/uploads/a.jpg 2x">', "cms.example.org/wp-content/uploads/a.jpg"),
        (f'<img src="{CMS}/site/wp-content/uploads/a.jpg">', "cms.example.org/site/wp-content/uploads/a.jpg"),
        ('<script>fetch("https:\\/\\/cms.example.org\\/wp-json\\/wp\\/v2\\/posts")</script>', "cms.example.org/wp-json/wp/v2/posts"),
        ('<script>var a = "https:\\u002F\\u002Fcms.example.org\\u002Fwp-content\\u002Fuploads\\u002Fa.jpg"</script>', "cms.example.org/wp-content/uploads/a.jpg"),
    ],
)  # fmt: skip
def test_what_shows_it(markup, value):
    found = source_of(markup)
    assert (found.host, found.evidence[0].value) == ("cms.example.org", value)


@pytest.mark.parametrize(
    "markup",
    [
        '<img src="/wp-content/uploads/a.jpg">',
        '<img src="https://www.example.org/wp-content/uploads/a.jpg">',
        '<img src="https://example.com/wp-content/uploads/a.jpg">',
        f'<img src="{CMS}/wp-content/themes/a/a.jpg">',
        f'<img src="{CMS}/uploads/a.jpg">',
        f'<a href="{CMS}/wp-content/uploads/a.pdf">a</a>',
    ],
)
def test_what_does_not(markup):
    assert source_of(markup) is None


def test_of_several_hosts_it_is_the_one_seen_most():
    images = [f"{CMS}/wp-content/uploads/{n}.jpg" for n in range(2)]
    images.insert(0, "https://blog.example.org/wp-content/uploads/a.jpg")
    found = source_of("".join(f'<img src="{each}">' for each in images))
    assert found.host == "cms.example.org"
    assert {each.value.partition("/")[0] for each in found.evidence} == {"cms.example.org"}


def test_the_evidence_is_bounded_and_says_each_thing_once():
    images = [f"{CMS}/wp-content/uploads/{n}.jpg" for n in (0, 0, *range(20))]
    found = source_of("".join(f'<img src="{each}">' for each in images))
    assert len({each.value for each in found.evidence}) == len(found.evidence) == MAX_EVIDENCE


@pytest.mark.parametrize("text", ["//a/b" * 200_000, "//" * 500_000, "//a.b/wp-content/uploads/" * 40_000])
def test_any_script_can_be_searched(text):
    found = source_of(f"<script>{text}</script>")
    assert found is None
