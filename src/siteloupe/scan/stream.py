"""Results to a pipe: a record a line as soon as it is known; nothing to go on from later."""

import sys

import msgspec

from siteloupe.scan.entries import Entry
from siteloupe.scan.record import Record


class Stream:
    """Results on standard output."""

    def has(self, entry: Entry) -> bool:  # noqa: ARG002
        """Nothing that went by is remembered."""
        return False

    def append(self, record: Record) -> None:
        """Print a record. Raises BrokenPipeError when nobody reads any more."""
        sys.stdout.buffer.write(msgspec.json.encode(record) + b"\n")
        sys.stdout.buffer.flush()
