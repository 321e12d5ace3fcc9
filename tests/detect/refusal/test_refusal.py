"""The table of reasons, the named vendor, and pages that are not refusals."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.refusal.refusal import FILES, refusal
from siteloupe.document import Page
from siteloupe.products import RefusingProduct, Sample, load

LINKS = "<p>A sentence of the page itself, with <a href=/a>a link</a>.</p>" * 40
"""Own content of a page."""


def answer(
    status: int,
    body: str | bytes = "",
    headers: dict[str, str] | None = None,
    url: str = "https://www.example.com/",
) -> Exchange:
    raw = body.encode() if isinstance(body, str) else body
    return Exchange(url, url, status, Headers({"Content-Type": "text/html", **(headers or {})}.items()), raw)


def outcome(exchange: Exchange) -> tuple[str, str | None] | None:
    found = refusal(exchange)
    return None if found is None else (found.reason, found.blocked_by)


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (429, "rate-limited"),
        (401, "unauthorized"),
        (407, "unauthorized"),
        (451, "legal"),
        (404, "not-found"),
        (410, "not-found"),
        *[
            (status, "refused")
            for status in (400, 402, 403, 405, 406, 408, 409, 418, 421, 444, 468, 499, 999, 600)
        ],
        *[(status, "origin-down") for status in (502, 504, *range(520, 528), 530)],
        *[(status, "server-error") for status in (500, 501, 503, 505, 507, 508, 511, 528, 529, 531, 599)],
        *[(status, "not-html") for status in (300, 301, 302, 303, 304, 307, 308, 100, 199)],
    ],
)
@pytest.mark.parametrize(
    "body", ["", "Forbidden.", "<html><title>Error</title><p>Something went wrong." + LINKS]
)
def test_a_status_alone_gives_a_reason_without_a_vendor(status: int, reason: str, body: str) -> None:
    assert outcome(answer(status, body)) == (reason, None)


@pytest.mark.parametrize("status", [200, 201, 203, 206, 226, 299])
def test_a_served_page_is_no_refusal(status: int) -> None:
    assert refusal(answer(status, "<!doctype html><title>Shop</title>" + LINKS)) is None


@pytest.mark.parametrize(
    ("status", "body", "content_type", "note"),
    [
        (200, "", "text/html", "The site answered with an empty page (200)."),
        (204, "", "text/html", "The site answered with an empty page (204)."),
        (200, "{}", "application/json", "The answer is not an HTML page but application/json."),
        (200, '{"a": 1}', "text/html", "The answer is not an HTML page."),
        (200, "text", "text/plain; charset=utf-8", "The answer is not an HTML page but text/plain."),
        (302, "", "text/html", "The site redirects (302) without saying where to."),
    ],
)
def test_an_answer_that_is_not_html_has_a_note(status: int, body: str, content_type: str, note: str) -> None:
    found = refusal(answer(status, body, {"Content-Type": content_type}))
    assert found is not None
    assert (found.reason, found.blocked_by, found.note) == ("not-html", None, note)


def test_a_page_that_cannot_be_decompressed_is_not_called_empty() -> None:
    found = refusal(replace(answer(200), truncated=True, wire_bytes=20))
    assert found is not None
    assert (found.reason, found.note) == (
        "not-html",
        "The site's answer (200) is not packed as its Content-Encoding says.",
    )


CLOUDFLARE = {"Server": "cloudflare", "CF-RAY": "8a-FRA"}
AKAMAI = {"Server": "AkamaiGHost"}
CLOUDFRONT = {"X-Cache": "Error from cloudfront"}


@pytest.mark.parametrize(
    ("status", "headers", "expected"),
    [
        (403, CLOUDFLARE, ("bot-protection", "Cloudflare")),
        (405, AKAMAI, ("bot-protection", "Akamai")),
        (406, {"X-Sucuri-ID": "11"}, ("bot-protection", "Sucuri")),
        (403, {"Set-Cookie": "_abck=1; path=/"}, ("bot-protection", "Akamai")),
        (403, {"Set-Cookie": "visid_incap_77=1"}, ("bot-protection", "Imperva")),
        (403, CLOUDFRONT, ("refused", "Amazon CloudFront")),
        (403, {"X-Served-By": "cache-fra-1"}, ("refused", "Fastly")),
        (418, {"Server": "HuaweiCloudWAF"}, ("refused", "Huawei Cloud")),
        (429, CLOUDFLARE, ("rate-limited", "Cloudflare")),
        (451, CLOUDFLARE, ("legal", "Cloudflare")),
        (522, CLOUDFLARE, ("origin-down", "Cloudflare")),
        (502, CLOUDFRONT, ("origin-down", "Amazon CloudFront")),
        (503, CLOUDFLARE, ("server-error", None)),
        (500, CLOUDFLARE, ("server-error", None)),
        (404, CLOUDFLARE, ("not-found", None)),
        (401, CLOUDFLARE, ("unauthorized", None)),
        (403, {**CLOUDFLARE, "Server": "DataDome"}, ("bot-protection", "DataDome")),
        (403, {**CLOUDFRONT, "X-DataDome": "protected"}, ("bot-protection", "DataDome")),
        (999, {**CLOUDFLARE, "X-LI-Fabric": "prod"}, ("refused", "LinkedIn")),
    ],
)
def test_headers_name_the_vendor_that_refused(
    status: int, headers: dict[str, str], expected: tuple[str, str | None]
) -> None:
    assert outcome(answer(status, "Forbidden", headers)) == expected


STOCK_PAGES = [
    "<center><h1>403 Forbidden</h1></center><hr><center>nginx/1.27.0</center>",
    "<p>You don't have permission to access this resource.</p>",
    "<h1>Forbidden</h1>Access to this resource on the server is denied!",
]


@pytest.mark.parametrize("body", STOCK_PAGES)
@pytest.mark.parametrize("headers", [CLOUDFLARE, CLOUDFRONT, AKAMAI])
def test_a_web_servers_own_page_does_not_name_the_cdn(body: str, headers: dict[str, str]) -> None:
    assert outcome(answer(403, body, headers)) == ("refused", None)


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (403, ("bot-protection", "Wordfence")),
        (503, ("bot-protection", "Wordfence")),
        (200, ("bot-protection", "Wordfence")),
        (429, ("rate-limited", "Wordfence")),
        (402, ("refused", "Wordfence")),
        (404, ("not-found", None)),
    ],
)
def test_a_block_page_names_its_vendor_with_any_status(status: int, expected: tuple[str, str | None]) -> None:
    body = "<title>403</title><p>Generated by Wordfence at Sat, 1 Jan 2022</p>"
    assert outcome(answer(status, body, CLOUDFLARE)) == expected


@pytest.mark.parametrize("status", [200, 202, 403, 404, 429, 503, 521])
def test_a_challenge_is_one_with_any_status(status: int) -> None:
    body = "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"
    assert outcome(answer(status, body)) == ("challenge", "Cloudflare")


@pytest.mark.parametrize(
    ("headers", "expected"),
    [({}, None), (CLOUDFLARE, "Cloudflare"), ({"X-Cache": "Error from cloudfront"}, "Amazon CloudFront")],
)
def test_an_anonymous_challenge_has_the_name_of_the_proxy(
    headers: dict[str, str], expected: str | None
) -> None:
    body = "<title>Verify you are human</title><p>One moment.</p>"
    assert outcome(answer(200, body, headers)) == ("challenge", expected)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<div id=cf-error-details>Error 503</div>", ("origin-down", "Cloudflare")),
        ("<p>Generated by cloudfront (CloudFront)", ("origin-down", "Amazon CloudFront")),
        ("<h1>Service Unavailable</h1>", ("server-error", None)),
    ],
)
def test_a_503_comes_from_the_origin_unless_a_cdn_wrote_it(
    body: str, expected: tuple[str, str | None]
) -> None:
    assert outcome(answer(503, body)) == expected


def test_maintenance_has_its_own_note() -> None:
    found = refusal(
        answer(503, "<title>Maintenance</title><p>Briefly unavailable for scheduled maintenance.")
    )
    assert found is not None
    assert found.reason == "server-error"
    assert found.note == "The site is closed for maintenance (503); try again later."


def test_a_redirect_to_a_challenge_is_a_challenge() -> None:
    url = "https://www.example.com/.well-known/sgcaptcha/?r=%2F"
    assert outcome(answer(200, "<p>One moment", url=url)) == ("challenge", "SiteGround")


def sample_answer(sample: Sample) -> Exchange:
    return structs.replace(sample, headers={"Content-Type": "text/html", **sample.headers}).exchange


PRODUCTS = load(*FILES, kind=RefusingProduct).products


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: f"{product.category}-{product.name}")
def test_every_sample_is_a_refusal_of_its_entrys_kind(product: RefusingProduct) -> None:
    expected = {
        "challenge": {"challenge"},
        "block": {"bot-protection", "refused"},
        "outage": {"origin-down"},
        "maintenance": {"server-error"},
        "origin": {"refused"},
        "protection": {"bot-protection"},
        "delivery": {"refused", "rate-limited"},
    }[product.category]
    for sample in product.samples:
        found = refusal(sample_answer(sample))
        assert found is not None
        assert found.reason in expected
        named = None if product.anonymous or product.category in {"maintenance", "origin"} else product.name
        if sample.status not in {400, 415}:
            assert found.blocked_by == named


SERVED = {
    "challenge script on an ordinary page": (
        "<script src=/cdn-cgi/challenge-platform/h/b/scripts/jsd/main.js>",
        CLOUDFLARE,
    ),
    "bot cookies": ("", {"Set-Cookie": "__cf_bm=1; path=/", "Server": "cloudflare"}),
    "Akamai cookies and sensor": ("<script src=/akam/13/5a>", {"Set-Cookie": "_abck=1"}),
    "DataDome passed": ("<script src=https://js.datadome.co/tags.js>", {"X-DataDome": "protected"}),
    "HUMAN sensor": ("<script>window._pxAppId='PX1'</script>", {"Set-Cookie": "_px3=1"}),
    "Imperva script": ("<script src=/_Incapsula_Resource?SWJIYLWA=7>", {"X-Iinfo": "1", "X-CDN": "Imperva"}),
    "Sucuri in front": ("", {"X-Sucuri-ID": "11", "Server": "Sucuri/Cloudproxy"}),
    "Imunify360 in front": ("", {"Server": "imunify360-webshield/1.21"}),
    "F5 script": ('<script>window["bobcmn"]="1"</script><script src=/TSPD/08a>', {"Set-Cookie": "TS01ab=1"}),
    "AWS WAF script": ("<script src=https://a.edge.sdk.awswaf.com/a/challenge.js>", {}),
    "captchas of forms": ("<p class=h-captcha></p><p class=g-recaptcha></p><p class=cf-turnstile>", {}),
    "an article about challenges": (
        "<title>Just a moment...</title><p>_cf_chl_opt px-captcha</p>",
        CLOUDFLARE,
    ),
    "an article about refusals": ("<title>Access Denied</title><p>Generated by Wordfence</p>", {}),
    "an article about maintenance": ("<title>Maintenance</title>", {}),
}


@pytest.mark.parametrize("name", SERVED)
@pytest.mark.parametrize("status", [200, 203])
def test_a_vendors_sign_on_a_full_page_is_no_refusal(name: str, status: int) -> None:
    marks, headers = SERVED[name]
    assert refusal(answer(status, f"<!doctype html>{marks}{LINKS}", headers)) is None


SMALL = {
    "login form with Turnstile": (
        "<title>Log in</title><form><input type=email><input type=password><div class=cf-turnstile></div>"
        "<script src=https://challenges.cloudflare.com/turnstile/v0/api.js>"
    ),
    "contact form with reCAPTCHA": (
        "<title>Contact</title><form>Please verify that you are not a robot <textarea></textarea>"
        "<div class=g-recaptcha></div><script src=https://www.google.com/recaptcha/api.js>"
    ),
    "reCAPTCHA on every page": "<title>Us</title><script src=https://www.google.com/recaptcha/api.js?render=1>",
    "application shell": "<title>App</title><div id=root></div><script src=/main.js></script>",
    "shell that sets a cookie": "<title>App</title><script>document.cookie='theme=dark'</script>",
    "snippet of the challenge platform": (
        "<script>window['__CF$cv$params']={r:'1'}</script>"
        "<script src=/cdn-cgi/challenge-platform/scripts/jsd/main.js>"
    ),
    "landing page": "<title>Coming soon</title><h1>Coming soon</h1>",
    "language choice": '<title>Example</title><meta http-equiv="refresh" content="0; /en/">',
    "sign-in page": '<title>Security check</title><form><input type="password"></form>',
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("headers", [{}, CLOUDFLARE, {"Server": "imunify360-webshield/1.21", "X-Iinfo": "1"}])
def test_a_small_page_with_own_content_is_no_refusal(name: str, headers: dict[str, str]) -> None:
    assert refusal(answer(200, f"<!doctype html><html>{SMALL[name]}", headers)) is None


@pytest.mark.parametrize(
    "marks", [SERVED["captchas of forms"][0], SERVED["Imperva script"][0], SERVED["F5 script"][0]]
)
@pytest.mark.parametrize(("status", "reason"), [(404, "not-found"), (403, "refused"), (503, "server-error")])
def test_an_error_page_with_content_is_no_challenge(marks: str, status: int, reason: str) -> None:
    assert outcome(answer(status, f"<!doctype html>{marks}{LINKS}")) == (reason, None)


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: f"{product.category}-{product.name}")
def test_every_note_is_one_sentence_with_the_name_and_the_status(product: RefusingProduct) -> None:
    for sample in product.samples:
        found = refusal(sample_answer(sample))
        assert found is not None
        assert re.fullmatch(r"[^.](?:[^.]|\.[a-z])*\.", found.note)
        assert str(sample.status) in found.note
        assert found.blocked_by is None or found.blocked_by in found.note


def test_a_long_page_is_analyzed_without_parsing() -> None:
    def parse(_: Exchange) -> Page:
        raise AssertionError("parsed")

    for filler in (b"<a ", b"<title", b"<div>", b"\x00", b" "):
        for status in (200, 403, 503):
            body = b"<title>Just a moment" + filler * (5_000_000 // len(filler))
            refusal(answer(status, body), parse)


header_names = st.sampled_from(
    [
        "server",
        "content-type",
        "set-cookie",
        "cf-mitigated",
        "x-cache",
        "x-datadome",
        "via",
        "x-kpsdk-ct",
        "x",
    ]
)
header_values = st.one_of(
    st.text(max_size=30), st.sampled_from(["cloudflare", "challenge", "text/html", "a=b"])
)
marks = st.sampled_from(
    [sample.body for product in PRODUCTS for sample in product.samples] + ["<title>", "</title>", LINKS]
)
bodies = st.one_of(st.binary(max_size=500), st.lists(marks, max_size=4).map("".join).map(str.encode))


@given(st.integers(-1, 1100), st.lists(st.tuples(header_names, header_values), max_size=6), bodies)
def test_nothing_a_site_sends_raises(status: int, lines: list[tuple[str, str]], body: bytes) -> None:
    found = refusal(Exchange("https://a.test/", "https://a.test/", status, Headers(lines), body))
    if found is None:
        assert 200 <= status < 300
    else:
        assert found.status == status
        assert found.note
