"""The URLs of a srcset attribute.

Source: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
"""

MAX_CANDIDATES = 50


def srcset_urls(srcset: str) -> list[str]:
    """Return the URLs of ``srcset`` without descriptors, at most 50. Commas inside a URL belong to it."""
    urls: list[str] = []
    for piece in srcset.split()[: MAX_CANDIDATES * 2]:
        word = piece.rstrip(",")
        if word and not _is_descriptor(word):
            urls.append(word)
    return urls[:MAX_CANDIDATES]


def _is_descriptor(word: str) -> bool:
    return word[-1] in "wxh" and word[:-1].replace(".", "", 1).isdigit()
