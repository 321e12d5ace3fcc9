"""A redirect in a script is told from one that has a condition, is computed, or never runs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.page.script_redirect import ScriptRedirect, script_redirect
from siteloupe.detect.page.script_tokens import MAX_TOKENS, literal, tokens_of

AT_ONCE = [
    'location="/a"',
    'location.href = "/a";',
    "window.location.href='/a'",
    "window.location = `/a`",
    'top.location="/a"',
    'parent.window.location="/a"',
    'this.location.href="/a"',
    'document.location.replace("/a")',
    'window.location.assign("/a");',
    'location.replace("/a", "b")',
    "location='\\x2fa'",
    'location="\\u002F\\a"',
    '<!--\nlocation="/a"\n//-->',
    '/* so */ location /* b */ . href = /* c */ "/a" // d',
    'log()\nlocation="/a"\nreturn',
    'log()\rlocation="/a"\rreturn',
    'x=1,location.href="/a"',
    'void(location.href="/a")',
    '(function(){location.href="/a"})()',
    '(function(){location.href="/a"}())',
    '!function(){location.href="/a"}()',
    '(()=>{location="/a"})()',
    '(async () => { location="/a" })()',
    'window.onload=function(){location.href="/a"}',
    'window.onload = () => { location.href="/a" }',
    'setTimeout(function(){ window.location = "/a" }, 100)',
    'setTimeout(() => location.replace("/a"), 1)',
    "setTimeout(\"location.href='/a'\", 10)",
    'setTimeout("go()", 3000); function go(){location="/a"}',
    'function go(){location="/a"} go()',
    'function go(){location="/a"}\nwindow.onload = go',
    'var go = function(){location="/a"}; setTimeout(go, 5)',
    '$(function(){location="/a"})',
    '$(document).ready(function($){location="/a"})',
    'document.addEventListener("DOMContentLoaded", () => {location="/a"})',
    "window.addEventListener('load', function(){location='/a'}, false)",
    'var u="/a"; location.href=u',
    'const b="/"+"a";window.location=b',
    'try{location="/a"}catch(e){location="/b"}',
    '{ location="/a" }',
    'location="/b"; location="/a"',
    'if(x){}\nlocation="/a"',
    'if (mobile) location="/m"; location="/a"',
    'r = /["\']location="x"/; location="/a"',
    'n = 8 / 2 / 1; location="/a"',
]

DEPENDS = [
    'if(x){location="/a"}',
    'if (x) location="/a"',
    'if (x)\n  location="/m"\nelse\n  location="/d"',
    'if (x) { y() } else { location="/a" }',
    'for(;;)location="/a"',
    'while (x) { location="/a" }',
    'switch(x){case 1: location="/a"}',
    'x ? location="/a" : location="/b"',
    'ok && (location.href="/a")',
    'try{x()}catch(e){location="/b"}',
    'location.href = x + "/a"',
    'location = "/a" + location.search',
    'location.href = "/a".concat(x)',
    "location = location",
    'location = "/a/" + `${x}`',
    'var u="/a"; u="/b"; location=u',
    "if (top != self) { top.location = self.location; }",
    'fetch("/x").then(function(r){location="/a"})',
    'fetch("/x").then(r => { location="/a" })',
    'button.addEventListener("click",()=>{location="/a"})',
    'button.addEventListener("click", () => location="/a")',
    'button.onclick = function(){location="/a"}',
    'window.onerror=function(){location="/a"}',
    'var o={go(){location="/a"}}',
    'app.on("logout", function(){ location = "/login" })',
]

NONE = [
    "",
    'function go(){location="/a"}',
    '// location="/a"',
    '/* location="/a" */',
    "\"location='/a'\"",
    'location.href.replace(/a/,"b")',
    'if(location.href=="/a"){}',
    'location.hash = "a"',
    'location.protocol="https:"',
    'var location="/a"',
    'x.location="/a"',
    'map.location.replace("/a")',
    "location.reload()",
    "let here = location.href",
    'mylocation = "/a"',
    "location",
]


@pytest.mark.parametrize("script", AT_ONCE)
def test_a_redirect_that_runs_at_once_is_read(script):
    assert script_redirect([script]) == ScriptRedirect("/a")


@pytest.mark.parametrize("script", DEPENDS)
def test_a_redirect_that_depends_on_something_leads_nowhere_sure(script):
    assert script_redirect([script]) == ScriptRedirect(None)


@pytest.mark.parametrize("script", NONE)
def test_what_is_no_redirect_is_none(script):
    assert script_redirect([script]) is None


def test_a_function_may_be_called_by_another_script():
    assert script_redirect(['function go(){location="/a"}', "go()"]) == ScriptRedirect("/a")


def test_the_last_redirect_counts():
    assert script_redirect(['location="/a"', 'location="/b"']) == ScriptRedirect("/b")
    assert script_redirect(['location="/a"', "location=x"]) == ScriptRedirect(None)


def test_functions_that_are_nested_without_end_are_not_called():
    script = "(function(){" * 500 + 'location="/a"' + "})()" * 500
    assert script_redirect([script]) in {ScriptRedirect("/a"), ScriptRedirect(None)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"a"', "a"),
        ("'a\\'b'", "a'b"),
        ("`a`", "a"),
        ("`a${b}`", None),
        ('"\\u{1F600}"', "\U0001f600"),
        ('"\\u{FFFFFF}"', "\ufffd"),
        ('"\\ud800"', "\ufffd"),
        ('"a\\\nb"', "ab"),
        ('"\\n"', "\n"),
        ("a", None),
        ("/a/", None),
    ],
)
def test_literals_are_read(text, value):
    assert literal(tokens_of(text)[0]) == value


def test_tokens_tell_where_a_line_begins():
    assert [(token.text, token.is_first) for token in tokens_of("a = b\n/* x\n */c // d\ne")] == [
        ("a", True),
        ("=", False),
        ("b", False),
        ("c", True),
        ("e", True),
    ]


@pytest.mark.parametrize(
    "piece",
    [
        'location="/a";',
        "(",
        "{",
        "'",
        "`",
        "/",
        "/[",
        "\\",
        "a=function(){",
        "=>",
        "/*",
        "setTimeout('",
        "[",
        '"a"+',
        '"\\',
        "'\\",
        "`\\",
        "a/[b",
        "<!--",
    ],
)
def test_a_hostile_script_is_read_to_its_bound(piece):
    assert len(tokens_of(piece * 60_000)) <= MAX_TOKENS
    script_redirect([piece * 60_000])


PIECES = st.sampled_from(
    [
        "location", ".href", "=", '"/a"', "'b'", "if", "(", ")", "{", "}", "[", "]", ";", "\n", "function", " go ",
        "setTimeout", "=>", "else", "&&", "+", "window.", ".replace", "`", "/", "//", "/*", "*/", "\\", "var ", "x", ",",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40))
def test_no_script_raises(pieces):
    script_redirect(["".join(pieces)])


@given(st.text(max_size=200))
def test_no_text_raises(text):
    script_redirect([text, f"location={text}"])
