"""A script shell is told from a page, by marks of emptiness and of the tools that build in the browser."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.data import rows
from siteloupe.detect.page.bundles import best_builder
from siteloupe.detect.page.shell import ENOUGH, MAX_TEXT, shell_marks, shell_of
from siteloupe.document import page_of, static_content_of
from tests.detect.page.shell_pages import LOOK_ALIKES, SHELLS, TEXT
from tests.pages import exchange, page


def exchange_of(body):
    return replace(exchange(), body=body)


def found(head="", body="", url="https://example.org/"):
    answer = exchange(head, body, url=url)
    return shell_of(page_of(answer), lambda: static_content_of(answer))


def marks(head="", body=""):
    answer = exchange(head, body)
    return {mark.name: mark for mark in shell_marks(page_of(answer), static_content_of(answer))}


@pytest.mark.parametrize("sent", SHELLS, ids=lambda sent: sent.name)
def test_what_a_tool_sends_for_the_browser_to_build_is_a_shell(sent):
    shell = found(sent.head, sent.body)
    assert shell is not None, marks(sent.head, sent.body)
    assert shell.score == sum(mark.points for mark in shell.marks) >= ENOUGH


@pytest.mark.parametrize("sent", LOOK_ALIKES, ids=lambda sent: sent.name)
def test_a_page_that_only_looks_like_one_is_none(sent):
    assert found(sent.head, sent.body) is None


ROWS = rows("script_shells.tsv")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['kind']} {row['mark']}")
def test_the_sample_of_a_row_has_its_mark(row):
    assert row["source"].startswith(("https://", "http://"))
    assert row["product"]
    if row["kind"] in {"id", "tag", "attribute"}:
        assert "mount" in marks(body=row["sample"]) or row["sample"].startswith("<body")
        return
    expected = "inline-script" if row["kind"] == "inline" else "bundle"
    assert marks(body=row["sample"])[expected]


def test_a_body_may_be_the_mount_point():
    answer = exchange(body="").body.replace(b"<body class=''", b"<body aurelia-app='main'")
    page = page_of(exchange_of(answer))
    assert "mount" in {mark.name for mark in shell_marks(page, static_content_of(exchange_of(answer)))}


def test_bundles_of_strangers_say_nothing():
    head = '<script src="https://static.hotjar.com/app.5f2c9a1b.js"></script>'
    assert found(head, '<div id="box"></div>') is None
    assert best_builder(page_of(exchange(head))) is None


def test_a_library_alone_builds_nothing():
    assert best_builder(page_of(exchange('<script src="/js/jquery-3.4.1.min.js"></script>'))) is None


def test_an_inline_script_that_names_an_empty_element_may_fill_it():
    page = page_of(exchange(body="<script>draw('#chart')</script>"))
    assert best_builder(page, ["chart"]).value == "chart"
    assert best_builder(page, ["table"]) is None


def test_more_content_is_never_worth_more():
    sizes = (0, 20, 60, 150, 300, 5000)
    points = [marks(body=f"<p>{'x' * size}</p>" if size else "")["content"].points for size in sizes]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize(
    ("size", "points"),
    [(0, 4), (1, 3), (20, 3), (21, 2), (60, 2), (61, 1), (150, 1), (151, -1), (300, -1), (301, -6)],
)
def test_content_has_points_by_its_amount(size, points):
    assert marks(body=f"<p>{'x' * size}</p>" if size else "")["content"].points == points


@pytest.mark.parametrize(("size", "is_shell"), [(20, True), (21, False)])
def test_only_a_page_with_almost_no_content_needs_no_mount_point(size, is_shell):
    head = '<script type="module" src="/assets/index-5f2c9a1b.js"></script>'
    warning = "<noscript>You need to enable JavaScript to run this app.</noscript>"
    body = f'<p>{"x" * size}</p><div id="box"></div>{warning}'
    assert (found(head, body) is not None) == is_shell


def test_removing_a_mark_never_makes_a_shell():
    sent = next(sent for sent in SHELLS if sent.name == "create-react-app 5")
    whole = found(sent.head, sent.body).score
    for part in (
        "<noscript>You need to enable JavaScript to run this app.</noscript>",
        '<div id="root"></div>',
    ):
        less = found(sent.head, sent.body.replace(part, ""))
        assert less is None or less.score <= whole


def test_a_page_with_a_lot_of_text_is_no_shell_whatever_its_marks():
    body = f'<div id="root"></div><div hidden>{"x" * MAX_TEXT}</div>'
    assert found('<script src="/static/js/main.49e1f785.js"></script>', body) is None


def test_the_evidence_is_bounded_and_plain():
    shell = found(
        '<script type="module" src="/src/main.ts"></script>',
        f'<div id="app"></div><noscript>javascript <b>&#x202e;{"x" * 5000}</b></noscript>',
    )
    assert all(len(mark.value) <= 100 and "\u202e" not in mark.value for mark in shell.marks)


PIECES = st.sampled_from(
    [
        '<div id="root">', "</div>", "<p>", "text", "Loading…", "{{ x }}", "<noscript>javascript", "</noscript>",
        '<script src="/a.js">', "</script>", "<app-root>", "<template shadowrootmode=open>", "</template>",
        "<frameset>", "<svg>", "<a href='#'>", "<body hidden>", "<img src=x>", "\x00", "<h1>", "<!--", "-->", TEXT,
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40))
def test_no_page_raises(pieces):
    answer = exchange(body="".join(pieces))
    shell_of(page_of(answer), lambda: static_content_of(answer))
    assert all(isinstance(mark.points, int) for mark in marks(body="".join(pieces)).values())


@given(st.binary(max_size=300))
def test_no_bytes_raise(body):
    answer = exchange_of(body)
    shell_of(page_of(answer), lambda: static_content_of(answer))


@pytest.mark.parametrize(
    "path",
    [
        "/react" + ".1" * 90 + "!",
        "/app" + "-a" * 90 + "!",
        "/assets/" + "a.b-" * 45,
        "/" + "vendors~main." * 15 + "x",
        "/static/js/main" + ".a" * 90,
    ],
)
def test_a_hostile_address_is_read_in_a_few_steps(path):
    """Each pattern that backtracked without bound would never end on one of these."""
    assert best_builder(page_of(exchange(f'<script src="{path}"></script>'))).points in {1, 2}


@pytest.mark.parametrize(("before", "said"), [(9, True), (10, False)])
def test_ten_empty_elements_are_looked_for_in_inline_scripts(before, said):
    ids = [*(f"unused{number}" for number in range(before)), "stage"]
    found = best_builder(page("<script>fill('stage')</script>"), ids)
    assert (found is not None and found.value == "stage") is said
