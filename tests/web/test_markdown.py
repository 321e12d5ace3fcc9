"""Our Markdown as HTML."""

from markupsafe import Markup

from siteloupe.web.markdown import anchor_of, document


def read(body):
    return document(f"# Title\n\nThe lede.\n\n{body}", lambda name: Markup("<form>{}</form>").format(name))


def test_a_page_begins_with_its_title_and_a_sentence():
    found = read("## One\n\nText.\n\n## `Two`, and more\n\n### Three\n")
    assert (found.title, found.lede) == ("Title", "The lede.")
    assert found.headings == (("one", "One"), ("two-and-more", "Two, and more"))
    assert '<h3 id="three">Three</h3>' in found.body


def test_anchors_are_those_that_other_readers_of_markdown_make():
    assert anchor_of("GET /check-cms") == "get-check-cms"
    assert anchor_of("CheckCmsReport") == "checkcmsreport"


def test_markup_in_markdown_is_text():
    body = read("A <b>bold</b> word, [a link](javascript:alert(1)), `<i>`\n\n<script>x</script>\n").body
    assert "<b>" not in body
    assert "<script>" not in body
    assert "href" not in body


def test_an_endpoints_example_brings_the_form_to_try_it():
    body = read("```http check-cms\nGET /<x>\n```\n\n```sh\ncurl\n```\n").body
    assert "GET /&lt;x&gt;" in body
    assert body.count("<form>") == 1
    assert "<form>check-cms</form>" in body


def test_a_table_scrolls_under_the_name_of_its_heading():
    body = read("## The `fields`\n\n| A | B |\n|---|---|\n| 1 | 2 |\n").body
    assert '<div class="scroll" role="region" tabindex="0" aria-label="The fields"><table>' in body
