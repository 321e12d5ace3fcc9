"""Web archives of crawlers: one visit for each page of HTML.

An archive is read twice: first for the positions of all answers, then page by page. The positions are in a
temporary file, so memory does not grow with the archive. Records that only repeat an earlier answer
(``revisit``) are left out.
"""

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from siteloupe.errors import BadCapture
from siteloupe.net.folder import Saved
from siteloupe.net.replay import Replay, SavedHop
from siteloupe.net.wire import Resolved
from siteloupe.saved.message import address_of, answer_of, head_of, names_of, utc_time
from siteloupe.saved.records import WarcRecord, WarcRecords

_HTML = ("text/html", "application/xhtml+xml")
_AT_ONCE = 1000


def load_warc(path: Path) -> Iterator[Saved]:
    """Yield every page of the archive, on the day of its crawl, with the answers of the archive.

    A page is an answer with status 200 and a type of HTML. Raises BadCapture when the file is no archive.
    """
    with WarcRecords(path) as records, closing(_AnswerIndex()) as index:
        index.fill(records)
        if next(index.pages(), None) is None:
            raise BadCapture(f"{path} holds no page of HTML that was served.")
        for offset in index.pages():
            record = records.read_at(offset)
            if saved := _visit(record, records, index):
                yield saved


def _visit(record: WarcRecord, records: WarcRecords, index: "_AnswerIndex") -> Saved | None:
    address = address_of(record.url)
    answer = answer_of(record.block, cut=record.cut)
    if address is None or answer is None:
        return None
    page = SavedHop(Resolved(()), answer)
    return Saved(record.url, utc_time(record.date), Replay(_ArchivedAnswers(address, page, records, index)))


class _AnswerIndex:
    """The positions of the answers: by URL for the files of pages, in order for pages."""

    def __init__(self) -> None:
        # No name makes a temporary file of SQLite's own: https://www.sqlite.org/inmemorydb.html#temp_db
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("CREATE TABLE answer (url BLOB PRIMARY KEY, place INTEGER) WITHOUT ROWID")
        self._database.execute("CREATE TABLE page (place INTEGER PRIMARY KEY)")

    def fill(self, records: WarcRecords) -> None:
        """Store the position of every answer; of several for one URL, the first that is no error."""
        self._database.execute("BEGIN")
        for record in records:
            if (head := head_of(record.block)) is None or (address := address_of(record.url)) is None:
                continue
            status, headers, _ = head
            kind = (headers.get("content-type") or "").partition(";")[0].strip().lower()
            if status < 400:
                rows = [(_key(name), record.offset) for name in names_of(address, kind)]
                self._database.executemany("INSERT OR IGNORE INTO answer VALUES (?, ?)", rows)
            if status == 200 and kind in _HTML:
                self._database.execute("INSERT INTO page VALUES (?)", (record.offset,))
        self._database.execute("COMMIT")

    def pages(self) -> Iterator[int]:
        """Yield the position of each page's record, in order."""
        last = -1
        query = "SELECT place FROM page WHERE place > ? ORDER BY place LIMIT ?"
        while places := self._database.execute(query, (last, _AT_ONCE)).fetchall():
            for (last,) in places:
                yield last

    def place(self, address: str) -> int | None:
        """Return the position of the answer for a URL."""
        query = "SELECT place FROM answer WHERE url = ?"
        row: tuple[int] | None = self._database.execute(query, (_key(address),)).fetchone()
        return row[0] if row else None

    def close(self) -> None:
        """Remove the temporary file."""
        self._database.close()


def _key(address: str) -> bytes:
    return hashlib.blake2b(address.encode(), digest_size=16).digest()


class _ArchivedAnswers(Mapping[str, SavedHop]):
    """A page and the other answers of the archive, which are read on request."""

    def __init__(self, address: str, page: SavedHop, records: WarcRecords, index: _AnswerIndex) -> None:
        self._address = address
        self._page = page
        self._records = records
        self._index = index

    def __getitem__(self, url: str) -> SavedHop:
        if url == self._address:
            return self._page
        if (place := self._index.place(url)) is None:
            raise KeyError(url)
        record = self._records.read_at(place)
        if (answer := answer_of(record.block, cut=record.cut)) is None:
            raise KeyError(url)
        return SavedHop(Resolved(()), answer)

    def __iter__(self) -> Iterator[str]:
        yield self._address

    def __len__(self) -> int:
        return 1
