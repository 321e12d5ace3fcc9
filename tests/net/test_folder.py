"""A visit as a folder: what was saved is what is loaded, and a stranger's folder harms nobody."""

import ipaddress
import os
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Headers, Timing
from siteloupe.errors import BadCapture
from siteloupe.net import folder as folders
from siteloupe.net.folder import load, save
from siteloupe.net.replay import FAILURES, SavedFailure, SavedHop
from siteloupe.net.wire import Resolved, WireAnswer
from siteloupe.rendered import NotRendered, Rendered, RenderedSheet

AT = "2026-11-21T10:00:00Z"

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
milliseconds = st.floats(0, 1e6)
addresses = st.ip_addresses().filter(lambda address: "%" not in str(address))
resolutions = st.builds(Resolved, st.lists(addresses, max_size=3).map(tuple), st.none() | milliseconds)
answers = st.builds(
    WireAnswer,
    status=st.integers(200, 999),
    headers=st.lists(st.tuples(words, words), max_size=4).map(Headers),
    body=st.binary(max_size=100),
    truncated=st.booleans(),
    wire_bytes=st.integers(0, 1 << 40),
    timing=st.builds(
        Timing, connect=st.none() | milliseconds, first_byte=milliseconds, download=milliseconds
    ),
)
failures = st.builds(SavedFailure, st.sampled_from(sorted(FAILURES)), words)
visits = st.dictionaries(words, st.builds(SavedHop, resolutions, answers | failures | st.none()), max_size=4)


def parts(outcome):
    if isinstance(outcome, WireAnswer):
        return tuple(getattr(outcome, name) for name in WireAnswer.__slots__)
    return outcome


@given(visits, words)
def test_what_is_saved_is_what_is_loaded(tmp_path_factory, hops, typed):
    folder = tmp_path_factory.mktemp("visit")
    save(folder, hops, typed, AT)
    saved = load(folder)
    assert (saved.typed, saved.at, list(saved.wire.hops)) == (typed, AT, list(hops))
    for url, hop in hops.items():
        assert saved.wire.hops[url].resolved == hop.resolved
        assert parts(saved.wire.hops[url].outcome) == parts(hop.outcome)


def test_the_file_can_be_read_by_hand(tmp_path):
    answer = WireAnswer(200, Headers([("Server", 'a"b')]), b"hello", True, 5, Timing(1.5, 2.0, 3.0, 4.0))
    hop = SavedHop(Resolved((ipaddress.ip_address("93.184.215.14"),), 12.5), answer)
    save(tmp_path, {"http://site.test/": hop}, "site.test", AT)
    body = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    assert (tmp_path / "site.toml").read_text() == (
        'typed = "site.test"\n'
        'at = "2026-11-21T10:00:00Z"\n'
        "\n"
        "[[hop]]\n"
        'url = "http://site.test/"\n'
        'addresses = ["93.184.215.14"]\n'
        "dns = 12.5\n"
        "status = 200\n"
        "headers = [\n"
        '  ["server", "a\\"b"],\n'
        "]\n"
        f'body = "{body}"\n'
        "truncated = true\n"
        "wire_bytes = 5\n"
        "connect = 2.0\n"
        "first_byte = 3.0\n"
        "download = 4.0\n"
    )
    assert (tmp_path / "bodies" / body).read_bytes() == b"hello"


def test_the_example_in_the_documentation_loads(tmp_path):
    example = folders.__doc__.partition("::\n")[2].partition("``typed``")[0]
    text = "\n".join(line[4:] for line in example.splitlines())
    write(tmp_path, text, {"index.html": b"<html>"})
    page, style = load(tmp_path).wire.hops.values()
    assert page.outcome.body == b"<html>"
    assert style.outcome.cause == "timed-out"
    assert set(tomllib.loads(text)["hop"][0]) | set(tomllib.loads(text)["hop"][1]) == set(
        folders._TomlHop.__struct_fields__
    )


def write(folder, text, bodies=None):
    (folder / "site.toml").write_text(text)
    (folder / "bodies").mkdir()
    for name, body in (bodies or {}).items():
        (folder / "bodies" / name).write_bytes(body)


VISIT = f'typed = "site.test"\nat = "{AT}"\n'
HOP = f'{VISIT}[[hop]]\nurl = "http://site.test/"\n'

MALFORMED = {
    "no TOML": "typed = ",
    "nothing": "",
    "no time": 'typed = "site.test"',
    "a time that is none": 'typed = "site.test"\nat = "yesterday"',
    "an unknown key": f'{VISIT}color = "red"',
    "an unknown key of a hop": f"{HOP}statsu = 200",
    "a status in words": f'{HOP}status = "200"',
    "a header without a value": f'{HOP}status = 200\nheaders = [["server"]]',
    "an address that is none": f'{HOP}addresses = ["site.test"]',
    "a cause that is none": f'{HOP}failure = "bad-luck"',
    "a hop without a URL": f"{VISIT}[[hop]]\nstatus = 200",
    "brackets without end": f"{VISIT}x = " + "[" * 100_000,
    "a number without end": f"{HOP}status = " + "9" * 10_000,
    "too many hops": VISIT + '[[hop]]\nurl = "http://site.test/"\n' * 1001,
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_folder_is_refused_with_its_name(tmp_path, text):
    write(tmp_path, text)
    with pytest.raises(BadCapture) as caught:
        load(tmp_path)
    assert len(str(caught.value)) < 1000


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(BadCapture) as caught:
        load(tmp_path / "nowhere")
    assert str(caught.value) == f"{tmp_path}/nowhere is no capture: there is no site.toml in it."


NAMES = [
    "../secret",
    "../../../../etc/passwd",
    "/etc/passwd",
    "..",
    ".",
    "",
    ".hidden",
    "a/b",
    "a\\\\b",
    "a\\u0000b",
    "x" * 129,
    "missing",
    "pipe",
    "link",
    "folder",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_body_is_a_plain_file_of_the_folder_or_refused(tmp_path, name):
    (tmp_path / "secret").write_text("secret")
    visit = tmp_path / "visit"
    visit.mkdir()
    write(visit, f'{HOP}status = 200\nbody = "{name}"')
    os.mkfifo(visit / "bodies" / "pipe")
    (visit / "bodies" / "link").symlink_to(tmp_path / "secret")
    (visit / "bodies" / "folder").mkdir()
    with pytest.raises(BadCapture):
        load(visit)


def test_bodies_may_not_be_a_link_to_elsewhere(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "secret").write_text("secret")
    visit = tmp_path / "visit"
    visit.mkdir()
    (visit / "site.toml").write_text(f'{HOP}status = 200\nbody = "secret"')
    (visit / "bodies").symlink_to(elsewhere)
    with pytest.raises(BadCapture):
        load(visit)


def test_bodies_are_bounded_together_and_each_is_read_once(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "_MAX_BODIES", 10)
    hops = "".join(
        f'[[hop]]\nurl = "http://site.test/{n}"\nstatus = 200\nbody = "{n % 2}"\n' for n in range(9)
    )
    write(tmp_path, VISIT + hops, {"0": b"01234", "1": b"56789"})
    assert len(load(tmp_path).wire.hops) == 9
    (tmp_path / "bodies" / "1").write_bytes(b"56789X")
    with pytest.raises(BadCapture):
        load(tmp_path)


def test_an_index_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "_MAX_INDEX", len(VISIT))
    write(tmp_path, VISIT)
    assert load(tmp_path).typed == "site.test"
    (tmp_path / "site.toml").write_text(VISIT + "\n")
    with pytest.raises(BadCapture):
        load(tmp_path)


RENDERED = Rendered(
    engine="Chromium 150.0",
    url="https://example.org/",
    html="<p>\u2028text",
    sheets=(RenderedSheet("constructed", "https://example.org/", "p{}"),),
)


@pytest.mark.parametrize("rendered", [None, RENDERED, NotRendered("timed-out", "It took too long.")])
def test_what_a_browser_showed_is_saved_and_loaded(tmp_path, rendered):
    save(tmp_path, {}, "example.org", AT, RENDERED)
    save(tmp_path, {}, "example.org", AT, rendered)
    assert load(tmp_path).rendered == rendered


@pytest.mark.parametrize("text", ["", "[]", '{"type":"rendered"}', '{"type":"else"}', "{" * 100_000])
def test_a_malformed_rendering_is_refused_with_its_name(tmp_path, text):
    save(tmp_path, {}, "example.org", AT)
    (tmp_path / "rendered.json").write_text(text)
    with pytest.raises(BadCapture, match=r"rendered\.json"):
        load(tmp_path)
