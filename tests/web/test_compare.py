"""The page that compares two sites, and the picture of one."""

import json
import re

import pytest

from siteloupe.analyses import ANALYSES, OVERVIEW
from siteloupe.present.side_by_side import side_by_side
from tests.caller import AGENT, ask
from tests.web.test_report import ExampleSites

BOTH = "a=www.example.com&b=other.example"


@pytest.fixture
def sites():
    return ExampleSites()


@pytest.fixture
def app(build):
    return build(ANALYSES)


async def test_two_sites_stand_side_by_side(app, sites):
    reply = await ask(app, "/tools/compare", BOTH)
    text = reply.body.decode()
    assert reply.status == 200
    assert sorted(sites.urls) == ["https://other.example/", "https://www.example.com/"]
    assert "0 different" in text
    assert "Runs WordPress" in text


async def test_one_site_alone_waits_for_the_other(app, sites):
    reply = await ask(app, "/tools/compare", "a=www.example.com")
    assert reply.status == 200
    assert 'value="www.example.com"' in reply.body.decode()
    assert sites.urls == []


@pytest.mark.parametrize(
    ("query", "told"), [("a=http://10.0.0.1/&b=a.example", "private"), ("a=%ff", "UTF-8")]
)
async def test_a_bad_address_is_told(app, query, told):
    reply = await ask(app, "/tools/compare", query)
    assert reply.status == 400
    assert told in reply.body.decode()


async def test_without_a_site_the_page_asks_for_two_or_for_a_file(app, sites):
    reply = await ask(app, "/tools/compare")
    assert reply.status == 200
    assert reply.body.decode().count("<input") == 4
    assert sites.urls == []


async def test_a_picture_of_a_site_is_a_png(app):
    reply = await ask(app, "/report/card.png", "url=www.example.com")
    assert (reply.status, reply.headers["content-type"]) == (200, "image/png")
    assert reply.body.startswith(b"\x89PNG")
    assert reply.headers["cache-control"] == "public, max-age=300"


async def test_a_picture_of_a_refused_page_is_not_kept(app, sites):
    sites.refused = True
    reply = await ask(app, "/report/card.png", "url=www.example.com")
    assert (reply.status, reply.headers["cache-control"]) == (200, "no-store")


async def test_a_picture_needs_a_good_address(app):
    assert (await ask(app, "/report/card.png", "url=http://10.0.0.1/")).status == 400


def test_rows_that_differ_come_first_and_unknown_is_no_none():
    whole = {"isCms": True, "plugins": [{"name": "A"}], "hosting": {"name": "H"}, "coverage": {"caveats": []}}
    other = {"isCms": False, "plugins": [], "coverage": {"caveats": [{"text": "x"}]}}
    different, same = side_by_side(whole, other, OVERVIEW.outline)
    rows = {row.label: (row.one, row.other) for row in different}
    assert rows["Runs WordPress"] == ("yes", "no sign in what could be seen")
    assert rows["Plugins"] == ("A", "unknown")
    assert rows["Hosting"] == ("H", "not identified")
    assert all(row.one == row.other for row in same)


BOUNDARY = "----a-boundary"


def form_of(site, file, name="export"):
    """The body of the form, as browsers send it."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n{site}\r\n'.encode(),
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="x.json"\r\n'
        "Content-Type: application/json\r\n\r\n".encode(),
        file,
        f"\r\n--{BOUNDARY}--\r\n".encode(),
    ]
    return b"".join(parts)


async def send(app, site, file, headers=(), **changes):
    lines = [
        ("user-agent", AGENT),
        ("content-type", changes.pop("kind", f"multipart/form-data; boundary={BOUNDARY}")),
        *headers,
    ]
    return await ask(app, "/tools/compare", method="POST", headers=lines, body=form_of(site, file), **changes)


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda each: each.name)
async def test_a_site_is_compared_with_its_own_report(app, sites, analysis):
    report = (await ask(app, f"/{analysis.name}", "url=www.example.com&detail=full")).body
    reply = await send(app, "www.example.com", report)
    text = reply.body.decode()
    assert reply.status == 200
    assert "0 different" in text
    assert re.search(r"Earlier, \d{4}-\d\d-\d\d: ", text)
    assert reply.headers["cache-control"] == "no-store"
    assert len(sites.looks) == 1


async def test_a_site_is_compared_with_its_own_tokens_and_with_changed_ones(app):
    tokens = (await ask(app, "/export", "url=www.example.com&format=dtcg")).body
    text = (await send(app, "www.example.com", tokens)).body.decode()
    assert "0 different" in text
    changed = json.loads(tokens)
    changed["color"]["text"]["$value"] = {"colorSpace": "srgb", "components": [1, 0, 0], "hex": "#ff0000"}
    text = (await send(app, "www.example.com", json.dumps(changed).encode())).body.decode()
    assert "1 different" in text
    assert re.search(r'Text color</th><td><svg class="paint".*?</svg>#ff0000</td>', text)
    assert "distance" in text


async def test_a_hostile_file_is_shown_as_text(app):
    evil = "<script>alert(1)</script>\u202e"
    tokens = {"$description": evil, "fontFamily": {evil: {"$type": "fontFamily", "$value": [evil]}}}
    text = (await send(app, "www.example.com", json.dumps(tokens).encode())).body.decode()
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize(
    ("form", "status", "told"),
    [
        (("www.example.com", b""), 400, "Choose a file"),
        (("www.example.com", b"not json"), 400, "not JSON"),
        (("www.example.com", b"{}"), 400, "neither"),
        (("", b'{"a": {"$value": "#fff", "$type": "color"}}'), 400, "Name the site"),
        (("http://10.0.0.1/", b'{"a": {"$value": "#fff", "$type": "color"}}'), 400, "private"),
        (("www.example.com", b" " * 700_000), 413, "longer"),
    ],
)
async def test_a_form_that_cannot_be_answered_says_why(app, sites, form, status, told):
    reply = await send(app, *form)
    assert reply.status == status
    assert told in reply.body.decode()
    assert sites.looks == []


@pytest.mark.parametrize(
    "kind", ["application/json", "multipart/form-data", "multipart/form-data; boundary=x"]
)
async def test_a_body_that_is_no_form_is_refused(app, kind):
    reply = await send(app, "www.example.com", b"{}", kind=kind)
    assert reply.status == 400


async def test_a_form_of_another_site_is_refused(app, sites):
    for origin in ("https://other.example", "null"):
        reply = await send(app, "www.example.com", b"{}", headers=[("origin", origin)])
        assert reply.status == 403
    assert sites.looks == []
    assert (
        await send(app, "www.example.com", b"{}", headers=[("origin", "http://siteloupe.test")])
    ).status == 400


async def test_forms_count_like_requests_for_the_overview(build):
    app = build(ANALYSES, rate_limits={})
    tokens = b'{"a": {"$value": "#fff", "$type": "color"}}'
    for _ in range(OVERVIEW.limit):
        assert (await send(app, "www.example.com", tokens)).status == 200
    assert (await send(app, "www.example.com", tokens)).status == 429
