"""Was the page compressed on the wire? Observed, because the service decodes bodies itself."""

from dataclasses import dataclass
from typing import Literal

from siteloupe.capture import Exchange

CODINGS = {"br": "br", "gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "zstd": "zstd"}
"""Content codings that compress, by every name they have; the shared-dictionary ones are never asked for.

Source: https://www.iana.org/assignments/http-parameters/#content-coding
"""


@dataclass(frozen=True, slots=True)
class Compression:
    """``name`` is the coding, ``none`` when observed uncompressed, None when it cannot be told.

    ``source`` is what told; ``note`` is why nothing did.
    """

    name: str | None
    source: Literal["content-encoding", "content-length"] | None
    note: str | None = None

    @property
    def compressed(self) -> bool | None:
        """None when it cannot be told, never to be read as no."""
        return None if self.name is None else self.name != "none"


def compression(exchange: Exchange) -> Compression:
    """How ``exchange`` was compressed.

    Every request asks for compression, so without ``Content-Encoding`` nothing was compressed.
    """
    if not exchange.body:
        return Compression(None, None, "The answer has no body that could have been compressed.")
    codings = [coding.strip().lower() for coding in (exchange.content_encoding or "").split(",")]
    named = [CODINGS.get(coding, coding) for coding in codings if coding not in {"", "identity"}]
    if not named:
        whole = exchange.content_length == len(exchange.body)
        return Compression("none", "content-length" if whole else "content-encoding")
    if unknown := [coding for coding in named if coding not in CODINGS]:
        return Compression(
            None,
            None,
            f"The server names an encoding that is not a compression of the web: {unknown[0][:40]}.",
        )
    return Compression(", ".join(named)[:40], "content-encoding")
