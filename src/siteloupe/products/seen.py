"""Where the text of a sample was seen in real output, in four forms.

- page: the address of a public page, and the day, month or year of its copy:
  ``https://example.org/shop/, 2024-05``
- run: software that was run, with its version: ``WooCommerce 9.3.3, run``
- source: software whose source was read, with its version or commit, or one file of it on GitHub:
  ``Contact Form 7 5.9, source``, ``https://github.com/owner/name/blob/commit/path``
- code: an excerpt of public source code in which a page loads the product:
  ``public source code: src="//cdn.example.com/v1.js"``
"""

import re
from typing import Annotated, Literal, get_args

import msgspec

Proof = Literal["page", "run", "source", "code"]

PROOFS: tuple[Proof, ...] = get_args(Proof)

MAX_LENGTH = 200

_FORM = (
    r"(?P<page>https?://[^\s/]+\.[^\s/]+/\S*, \d{4}(?:-\d\d){0,2})"
    r"|(?P<run>\S.* \S*\d\S*, run)"
    r"|(?P<source>\S.* \S*\d\S*, source|https://github\.com/[\w.-]+/[\w.-]+/blob/[^/\s]+/\S+)"
    r"|(?P<code>public source code: \S.*)"
)

Seen = Annotated[
    str,
    msgspec.Meta(max_length=MAX_LENGTH, pattern=rf"^(?:{re.sub(r'[?]P<[a-z]+>', '?:', _FORM)})\Z"),
]


def proof_of(seen: str) -> Proof:
    """Return the kind of proof that a well-formed text states; raises ValueError for another text."""
    match = re.fullmatch(_FORM, seen)
    if match is None:
        raise ValueError(f"{seen!r} does not say where something was seen")
    return next(proof for proof in PROOFS if match[proof])
