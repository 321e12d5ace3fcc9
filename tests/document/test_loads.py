"""The files that a browser fetches for an element."""

import pytest

from siteloupe.capture import Exchange, Headers
from siteloupe.document import loads_of
from siteloupe.document.loads import blocks_rendering, loaded_reference


@pytest.mark.parametrize(
    ("tag", "attributes", "reference"),
    [
        ("script", {"src": "a.js"}, "a.js"),
        ("script", {}, ""),
        ("script", {"src": "a.html", "type": "text/template"}, ""),
        ("link", {"rel": "stylesheet", "href": "a.css"}, "a.css"),
        ("link", {"rel": "STYLESHEET preload", "href": "a.css"}, "a.css"),
        ("link", {"rel": "alternate stylesheet", "href": "a.css"}, ""),
        ("link", {"rel": "stylesheet", "href": "a.css", "disabled": ""}, ""),
        ("link", {"rel": "modulepreload", "href": "a.js"}, "a.js"),
        ("link", {"rel": "prefetch", "href": "a.js"}, ""),
        ("link", {"href": "a.js"}, ""),
        ("img", {"src": "a.png", "srcset": "b.png 2x"}, "a.png"),
        ("img", {"srcset": "b.png 2x, c.png"}, "b.png"),
        ("img", {"data-src": "a.png"}, ""),
        ("input", {"type": "IMAGE", "src": "a.png"}, "a.png"),
        ("input", {"type": "text", "src": "a.png"}, ""),
        ("iframe", {"src": "/f"}, "/f"),
        ("embed", {"src": "a.swf"}, "a.swf"),
        ("object", {"data": "a.svg"}, "a.svg"),
        ("video", {"src": "a.mp4"}, ""),
    ],
)
def test_each_element_loads_the_reference_of_its_attributes(tag, attributes, reference):
    assert loaded_reference(tag, attributes.get) == reference


def loads(html: str):
    url = "https://e.org/"
    return loads_of(Exchange(url, url, 200, Headers([("content-type", "text/html")]), html.encode()))


def test_files_for_other_browsers_or_later_scripts_are_left_out():
    html = """<head><script src=a.js></script><noscript><img src=n.png><link rel=stylesheet href=n.css></noscript>
    <body><template><img src=t.png><iframe src=/t></iframe></template><img src=a.png#x><img src=a.png>"""
    assert loads(html).fetched == ("https://e.org/a.js", "https://e.org/a.png")


def test_a_script_for_browsers_without_modules_is_neither_loaded_nor_waited_for():
    head = b"<head><script nomodule src=/old.js></script><script type=module nomodule src=/new.js></script></head>"
    url = "https://example.org/"
    loads = loads_of(Exchange(url, url, 200, Headers(), head))
    assert ([url.rpartition("/")[2] for url in loads.fetched], loads.blocking) == (["new.js"], 0)


def test_references_are_relative_to_the_base_and_only_web_addresses_remain():
    html = "<base href=/b/><img src=a.png><img src='data:,'><script src='javascript:0'></script>"
    assert loads(html).fetched == ("https://e.org/b/a.png",)


@pytest.mark.parametrize(
    ("tag", "attributes", "blocking"),
    [
        ("script", {"src": "a.js"}, True),
        ("script", {"src": "a.js", "type": "text/javascript"}, True),
        ("script", {"src": "a.js", "async": ""}, False),
        ("script", {"src": "a.js", "defer": ""}, False),
        ("script", {"src": "a.js", "type": "module"}, False),
        ("link", {"rel": "stylesheet", "href": "a.css"}, True),
        ("link", {"rel": "stylesheet", "href": "a.css", "media": " ALL "}, True),
        ("link", {"rel": "stylesheet", "href": "a.css", "media": "print"}, False),
        ("link", {"rel": "preload", "href": "a.css"}, False),
    ],
)
def test_a_file_of_the_head_blocks_unless_its_attributes_prevent_it(tag, attributes, blocking):
    assert blocks_rendering(tag, attributes.get) is blocking


def test_an_image_in_noscript_does_not_end_the_head():
    html = "<head><noscript><img src=p.gif></noscript><link rel=stylesheet href=a.css></head><body><script src=b.js>"
    assert loads(html).blocking == 1


def test_attributes_of_frameworks_have_their_first_value():
    html = "<p x-data='{a: 1}' data-x=1><i x-data=b><astro-island>"
    answer = Exchange("https://a.test/", "https://a.test/", 200, Headers(), html.encode())
    found = loads_of(answer, frozenset({"x-data", "wire:id"}), frozenset({"astro-island", "ion-app"}))
    assert found.marks == {"x-data": "{a: 1}", "astro-island": ""}
    assert loads_of(answer).marks == {}
