"""The records of a WARC file: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/.

Plain, or compressed with gzip record by record, as crawlers write them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self

from siteloupe.errors import BadCapture
from siteloupe.saved.message import MAX_BODY, MAX_HEAD, header_text
from siteloupe.saved.reader import BrokenMember, MemberReader

MAX_BLOCK = MAX_HEAD + MAX_BODY
"""Most bytes of a record's block in memory."""

MAX_SKIPPED = 4 * 1024 * 1024 * 1024
"""Most bytes of a block that are skipped: a short member can unpack to many bytes."""

MAX_LINE = 16 * 1024


@dataclass(frozen=True, slots=True)
class WarcRecord:
    """One archived answer: ``block`` is HTTP; ``cut`` is true when its end is missing."""

    offset: int
    url: str
    date: str
    block: bytes
    cut: bool


class WarcRecords:
    """The answers (records of type ``response``) in the file at ``path``.

    Iteration gives them in order, each with the head of its block only; ``read_at`` reads a whole one. A file
    may end inside a record, after a crawl that was killed. Raises BadCapture when the file breaks the format.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file: BinaryIO = path.open("rb")
        except OSError as error:
            raise BadCapture(f"{path}: {error.strerror}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[WarcRecord]:
        offset = 0
        while not (reader := MemberReader(self._file, offset)).is_at_end_of_file():
            try:
                if reader.peek():
                    yield from self._read_one(reader, offset)
            except BrokenMember as broken:
                if reader.is_at_end_of_file():
                    return
                raise self._bad(offset, str(broken)) from broken
            offset = reader.position

    def read_at(self, offset: int) -> WarcRecord:
        """Return the answer that begins at ``offset``. Raises BadCapture."""
        try:
            record, _ = self._read(MemberReader(self._file, offset), offset, MAX_BLOCK)
        except BrokenMember as broken:
            raise self._bad(offset, str(broken)) from broken
        if record is None:
            raise self._bad(offset, "no answer")
        return record

    def _read_one(self, reader: MemberReader, offset: int) -> Iterator[WarcRecord]:
        """Read the next record."""
        record, left = self._read(reader, offset, MAX_HEAD)
        reader.skip(left, MAX_SKIPPED)
        reader.skip_line_ends()
        if reader.is_gzip and reader.peek():
            raise BrokenMember("compressed as a whole, not record by record; gunzip the file first")
        if record is not None:
            yield record

    def _read(self, reader: MemberReader, offset: int, most: int) -> tuple[WarcRecord | None, int]:
        """Return the record, if it is an answer, cut at ``most`` bytes, and the length of its rest."""
        fields = _fields(reader)
        length = _length(fields)
        block = reader.read(min(length, most))
        left = length - len(block)
        if fields.get("warc-type") != "response":
            return None, left
        url = fields.get("warc-target-uri", "").removeprefix("<").removesuffix(">")
        return WarcRecord(offset, url, fields.get("warc-date", ""), block, cut=left > 0), left

    def _bad(self, offset: int, what: str) -> BadCapture:
        return BadCapture(f"{self._path}, at byte {offset:,}: {what}.")


def _fields(reader: MemberReader) -> dict[str, str]:
    """Return the fields of a record by name, in lower case."""
    if not reader.line(MAX_LINE).startswith(b"WARC/"):
        raise BrokenMember("no WARC record")
    fields: dict[str, str] = {}
    room = MAX_HEAD
    while line := reader.line(MAX_LINE).rstrip(b"\r\n"):
        name, _, value = line.partition(b":")
        fields[header_text(name.strip()).lower()] = header_text(value.strip())
        if (room := room - len(line) - 1) < 0:
            raise BrokenMember("a record with too many fields")
    return fields


def _length(fields: dict[str, str]) -> int:
    digits = fields.get("content-length", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise BrokenMember("a record without a length")
    return int(digits)
