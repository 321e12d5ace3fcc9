"""Lists: read lazily, from files and pipes, whatever is in them."""

import asyncio
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.scan.entries import MAX_LINE, Entries, Entry


def opened(path, content: bytes) -> int:
    path.write_bytes(content)
    return os.open(path, os.O_RDONLY)


async def listed(entries: Entries) -> list[tuple[int, str]]:
    return [(entry.line, entry.text) async for entry in entries]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"\n\n", []),
        (b"a.example\nb.example\n", [(1, "a.example"), (2, "b.example")]),
        (b"a.example\nb.example", [(1, "a.example"), (2, "b.example")]),
        (b"a.example\r\n\r\nb.example\r\n", [(1, "a.example"), (3, "b.example")]),
        (b"# sites\n a.example \n#b.example", [(2, "a.example")]),
        (b"\xef\xbb\xbfa.example\n\xef\xbb\xbfb", [(1, "a.example"), (2, "\ufeffb")]),
        ("bücher.example\n".encode(), [(1, "bücher.example")]),
        (b"\xff.example\n", [(1, "\ufffd.example")]),
        (b"a\0b.example\n", [(1, "a\0b.example")]),
    ],
)
async def test_a_list_is_its_lines_without_comments(tmp_path, content, expected) -> None:
    assert await listed(Entries(opened(tmp_path / "list", content))) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"1,google.example", "google.example"),
        (b'7,"quoted.example",x', "quoted.example"),
        (b"1, spaced.example ", "spaced.example"),
        (b"1", ""),
        (b'1,"open', "open"),
    ],
)
async def test_a_column_of_comma_separated_values_is_taken(tmp_path, line, expected) -> None:
    assert await listed(Entries(opened(tmp_path / "list", line), column=2)) == [(1, expected)]


async def test_a_line_without_end_is_held_only_as_far_as_it_is_read(tmp_path) -> None:
    content = b"x" * 300_000 + b"\nnext.example"
    first, second = await listed(Entries(opened(tmp_path / "list", content)))
    assert first == (1, "x" * MAX_LINE)
    assert second == (2, "next.example")


async def test_the_position_reaches_the_size(tmp_path) -> None:
    entries = Entries(opened(tmp_path / "list", b"a.example\n# no site\nb.example\n"))
    positions = [entries.position async for _ in entries]
    assert positions == [10, 30]
    assert (entries.given, entries.size) == (2, 30)


async def test_a_pipe_gives_each_line_before_the_next_is_written() -> None:
    read, write = os.pipe()
    entries = aiter(Entries(read))
    for number in range(1, 4):
        os.write(write, b"site-%d.example\n" % number)
        assert await anext(entries) == Entry(number, f"site-{number}.example")
    os.close(write)
    assert await anext(entries, None) is None
    os.close(read)


async def test_waiting_for_a_pipe_can_be_given_up() -> None:
    read, write = os.pipe()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await listed(Entries(read))
    os.close(write)
    os.close(read)


@given(
    st.lists(st.text(st.characters(exclude_characters="\r\n\ufeff", exclude_categories=["Cs"])), max_size=30)
)
def test_any_text_comes_back_by_its_line(tmp_path_factory, lines) -> None:
    path = tmp_path_factory.mktemp("lists") / "list"
    descriptor = opened(path, "\n".join(lines).encode())
    found = asyncio.run(listed(Entries(descriptor)))
    os.close(descriptor)
    stripped = [(number, text.strip()) for number, text in enumerate(lines, 1)]
    assert found == [(number, text) for number, text in stripped if text and not text.startswith("#")]
