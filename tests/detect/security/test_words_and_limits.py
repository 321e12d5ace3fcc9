"""Each word that decides over a protection, and how much of what a site sends is read."""

import pytest

from siteloupe.analyses import TECH_STACK
from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.detect.site import Site
from tests.pages import exchange


def checks(*lines, head="", url="https://example.org/"):
    made = exchange(head, "<p>Some words that make a page of its own.</p>", url=url)
    page = Exchange(url, url, 200, Headers([("content-type", "text/html"), *lines]), made.body)
    report = TECH_STACK.analyze(Site(Capture("2026-01-01T00:00:00Z", page)))
    return {each.name: each for each in report.security_detail.checks}


def passed(name, *lines, **given):
    return checks(*lines, **given)[name].passed


def cookie(line):
    return ("set-cookie", line)


def policy(text):
    return ("content-security-policy", text)


@pytest.mark.parametrize("name", ["PHPSESSID", "sess", "my_login", "auth-token", "wordpress_logged_in_1"])
def test_a_cookie_of_a_session(name):
    assert passed("cookies-http-only", cookie(f"{name}=1")) is False
    assert passed("cookies-http-only", cookie(f"{name}=1; HttpOnly")) is True


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("__Host-a=1; Secure; Path=/", True),
        ("__Host-a=1; Path=/", False),
        ("__Host-a=1; Secure; Path=/; Domain=example.org", False),
        ("__Host-a=1; Secure", False),
        ("__Secure-a=1; Secure", True),
        ("__Secure-a=1", False),
    ],
)
def test_a_cookie_keeps_what_its_prefix_promises(line, kept):
    assert passed("cookies-prefix", cookie(line)) is kept


@pytest.mark.parametrize(("before", "is_read"), [(98, True), (99, True), (100, False)])
def test_a_hundred_cookies_are_read(before, is_read):
    lines = [cookie(f"c{place}=1; Secure") for place in range(before)]
    assert passed("cookies-secure", *lines, cookie("bare=1")) is not is_read


@pytest.mark.parametrize(("before", "is_read"), [(19, True), (20, False)])
def test_twenty_attributes_of_a_cookie_are_read(before, is_read):
    assert passed("cookies-secure", cookie(f"a=1;{'x;' * before}Secure")) is is_read


@pytest.mark.parametrize(("length", "is_read"), [(8192, True), (8193, False)])
def test_so_much_of_a_cookie_is_read(length, is_read):
    line = f"a=1;{'x' * (length - len('a=1;;secure'))};secure"
    assert len(line) == length
    assert passed("cookies-secure", cookie(line)) is is_read


def test_ten_names_of_cookies_are_told_cut_at_100_characters():
    found = checks(*(cookie(f"{place:0>120}=1") for place in range(11)))["cookies-secure"]
    assert found.value == ", ".join(["0" * 100] * 10)


def hsts(text):
    return ("strict-transport-security", text)


@pytest.mark.parametrize(("length", "is_read"), [(1000, True), (1001, False)])
def test_a_thousand_characters_of_a_transport_policy_are_read(length, is_read):
    text = "max-age=31536000".rjust(length, ";")
    assert len(text) == length
    assert passed("hsts", hsts(text)) is is_read


@pytest.mark.parametrize(
    ("text", "preloaded"),
    [
        ("max-age=31536000; includeSubDomains; preload", True),
        ("max-age=31535999; includeSubDomains; preload", False),
        ("max-age=31536000; preload", False),
        ("max-age=31536000; includeSubDomains", None),
    ],
)
def test_what_may_be_preloaded(text, preloaded):
    assert passed("hsts-preload", hsts(text)) is preloaded


@pytest.mark.parametrize(
    ("word", "is_private"),
    [
        ("no-referrer", True),
        ("same-origin", True),
        ("strict-origin", True),
        ("strict-origin-when-cross-origin", True),
        ("origin", False),
        ("origin-when-cross-origin", False),
        ("unsafe-url", False),
        ("no-referrer-when-downgrade", False),
    ],
)
def test_a_referrer_policy(word, is_private):
    other = "unsafe-url" if is_private else "no-referrer"
    assert passed("referrer-policy", ("referrer-policy", f"{other}, {word}")) is is_private
    assert passed("referrer-policy", ("referrer-policy", f"{word}, unheard-of")) is is_private
    note = checks(("referrer-policy", word))["referrer-policy"].note
    assert "that browsers know" not in note


@pytest.mark.parametrize(("length", "is_read"), [(500, True), (501, False)])
def test_so_much_of_a_referrer_policy_is_read(length, is_read):
    text = "no-referrer".rjust(length, ",")
    assert passed("referrer-policy", ("referrer-policy", text)) is is_read


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("resource", "same-origin", True),
        ("resource", "same-site", True),
        ("resource", "cross-origin", False),
        ("opener", "same-origin", True),
        ("opener", "same-origin-allow-popups", True),
        ("opener", "noopener-allow-popups", True),
        ("opener", "unsafe-none", False),
        ("embedder", "require-corp", True),
        ("embedder", "credentialless", True),
        ("embedder", "unsafe-none", False),
    ],
)
def test_headers_that_part_a_page_from_others(name, value, expected):
    header = f"cross-origin-{name}-policy"
    assert passed(header, (header, value)) is expected
    note = checks()[header].note
    assert note == "Is not sent."


@pytest.mark.parametrize(
    "source",
    ["*", "http:", "https:", "ws:", "wss:", "ftp:", "http://*", "https://*", "http://*.*", "https://*.*"],
)
def test_a_source_that_lets_anybody_in(source):
    assert passed("csp-script-sources", policy(f"script-src 'self' {source}")) is False
    assert passed("csp-objects", policy(f"object-src {source}")) is False
    assert passed("csp-objects", policy("object-src 'none'")) is True


@pytest.mark.parametrize("source", ["'nonce-a'", "'sha256-a'", "'sha384-a'", "'sha512-a'"])
def test_a_source_that_switches_unsafe_inline_off(source):
    assert passed("csp-inline-scripts", policy(f"script-src 'unsafe-inline' {source}")) is True
    assert passed("csp-inline-styles", policy(f"style-src 'unsafe-inline' {source}")) is True
    assert passed("csp-inline-scripts", policy("script-src 'unsafe-inline' 'sha1-a'")) is False


@pytest.mark.parametrize(
    ("source", "is_open"), [("http:", True), ("ftp:", True), ("ws:", True), ("wss:", False)]
)
def test_a_source_in_the_clear(source, is_open):
    assert passed("csp-encrypted-sources", policy(f"img-src {source}//a.example")) is not is_open


@pytest.mark.parametrize("directive", ["script-src-elem", "script-src", "default-src"])
def test_directives_for_scripts(directive):
    assert passed("csp-inline-scripts", policy(f"{directive} 'self'")) is True


@pytest.mark.parametrize("directive", ["style-src-elem", "style-src", "default-src"])
def test_directives_for_styles(directive):
    assert passed("csp-inline-styles", policy(f"{directive} 'self'")) is True


def test_the_nearer_directive_counts():
    wide, narrow = "'unsafe-inline' 'unsafe-eval' *", "'self'"
    for name, elem in (("csp-inline-scripts", "script"), ("csp-inline-styles", "style")):
        both = f"{elem}-src-elem {narrow}; {elem}-src {wide}; default-src {wide}"
        assert passed(name, policy(both)) is True
        assert passed(name, policy(f"{elem}-src {narrow}; default-src {wide}")) is True
    assert passed("csp-eval", policy(f"script-src {narrow}; default-src {wide}")) is True
    assert passed("csp-objects", policy(f"object-src {narrow}; default-src {wide}")) is True


@pytest.mark.parametrize("name", ["base-uri", "form-action"])
def test_default_src_is_no_fallback(name):
    found = checks(policy(f"default-src 'none'; {name} 'self'"))[f"csp-{name}"]
    assert (found.passed, found.value) == (True, f"{name} 'self'")
    found = checks(policy("default-src 'none'"))[f"csp-{name}"]
    assert (found.passed, found.value) == (False, None)


def test_the_directive_that_decides_is_told():
    found = checks(policy("default-src 'none'; script-src *"))
    assert found["csp-script-sources"].value == "script-src *"
    assert found["csp-inline-styles"].value == "default-src 'none'"


@pytest.mark.parametrize(("before", "is_read"), [(19, True), (20, False)])
def test_twenty_policies_are_read(before, is_read):
    last = policy("object-src 'none'")
    assert passed("csp-objects", *[policy("img-src a")] * before, last) is is_read
    assert passed("csp-objects", policy(f"{'img-src a,' * before}object-src 'none'")) is is_read


@pytest.mark.parametrize(("length", "is_read"), [(16_384, True), (16_385, False)])
def test_so_much_of_a_policy_is_read(length, is_read):
    text = "base-uri a *".rjust(length, ";")
    assert passed("csp-base-uri", policy(f"img-src a,{text}")) is not is_read


@pytest.mark.parametrize(("before", "is_read"), [(198, False), (199, True)])
def test_two_hundred_words_of_a_directive_are_read(before, is_read):
    text = f"script-src {'a ' * before}*"
    assert passed("csp-script-sources", policy(text)) is is_read


def test_so_much_of_the_policies_is_told():
    name, source = "x" * 150, "y" * 400
    found = checks(policy(f"{name} {source}; {'z ' * 190}; {'a ' * 190}"))["csp"]
    assert found.value.startswith(f"{'x' * 100} {'y' * 300}; z z")
    assert len(found.value) == 1000


def test_ten_sources_in_the_clear_are_told():
    text = " ".join(f"http://{place}.example" for place in range(12))
    value = checks(policy(f"img-src {text}"))["csp-encrypted-sources"].value
    assert value.split() == text.split()[:10]


@pytest.mark.parametrize(("length", "is_read"), [(500, True), (501, False)])
def test_so_much_of_the_frame_options_is_read(length, is_read):
    text = f"deny,{' ' * (length - 9)}deny"
    assert len(text) == length
    assert passed("framing", ("x-frame-options", text)) is is_read


def test_a_redirect_page_of_scripts_pinned_or_not_is_told_by_number():
    scripts = "".join(f"<script src=https://a.example/{n}.js></script>" for n in range(3))
    pinned = "<script src=https://a.example/p.js integrity=sha384-a></script>"
    found = checks(head=scripts + pinned)["subresource-integrity"]
    assert found.note.startswith("3 of 4 scripts")
    assert found.value == "https://a.example/0.js"
    clear = "<script src=http://a.example/1.js></script><script src=http://a.example/2.js></script>"
    found = checks(head=clear)["mixed-content"]
    assert (found.note.split(" ")[0], found.value) == ("2", "http://a.example/1.js")
