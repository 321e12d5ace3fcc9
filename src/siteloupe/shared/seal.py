"""Bytes that prove on their way back that they are whole, and were put under the key they are found under.

A seal keeps accidents out: another program's values, cut values, a report of another version. It is no
signature: who can write to the store can write reports.
"""

from hashlib import blake2b

from siteloupe import __version__

SIZE = 16
"""Bytes that a seal adds."""

_VERSION = f"siteloupe {__version__}".encode()[: blake2b.PERSON_SIZE]


def digest(text: str) -> str:
    """A short name for a text of any length."""
    return blake2b(text.encode(), digest_size=SIZE, person=_VERSION).hexdigest()


def seal(key: str, body: bytes) -> bytes:
    """``body`` behind its seal."""
    return _checksum(key, body) + body


def unseal(key: str, value: bytes) -> bytes | None:
    """The body in ``value``, or None when its seal is not the one of this key and body."""
    seal, body = value[:SIZE], value[SIZE:]
    return body if seal == _checksum(key, body) else None


def _checksum(key: str, body: bytes) -> bytes:
    return blake2b(body, digest_size=SIZE, key=digest(key).encode(), person=_VERSION).digest()
