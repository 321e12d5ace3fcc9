"""One sentence for a person on why a page could not be read."""

from siteloupe.reports.refusal import Reason

_BY_VENDOR: dict[Reason, str] = {
    "bot-protection": "{vendor} protects this site from automated visitors and refused ours ({status}).",
    "challenge": "{vendor} asked for proof of a human visitor instead of serving the page ({status}).",
    "rate-limited": "{vendor} says that too many requests are being made ({status}); try again later.",
    "legal": "{vendor} withholds this page for legal reasons ({status}).",
    "refused": "{vendor} refused to serve the page ({status}).",
    "origin-down": "{vendor} answered, but could not reach the site behind it ({status}).",
}
_BY_SITE: dict[Reason, str] = {
    "bot-protection": "The site's bot protection refused our visit ({status}).",
    "challenge": "The site asked for proof of a human visitor instead of serving the page ({status}).",
    "rate-limited": "The site says that too many requests are being made ({status}); try again later.",
    "unauthorized": "The page is only shown to visitors who sign in ({status}).",
    "legal": "The page is withheld for legal reasons ({status}).",
    "refused": "The site refused to serve the page ({status}).",
    "not-found": "There is no page at this address ({status}).",
    "origin-down": "The server in front of the site could not reach it ({status}).",
    "server-error": "The site failed while making the page ({status}).",
    "not-html": "The answer is not an HTML page.",
}


def note(
    reason: Reason,
    status: int,
    vendor: str | None,
    *,
    media_type: str | None,
    in_maintenance: bool,
    is_broken: bool = False,
) -> str:
    """The sentence for ``reason``.

    ``media_type`` is the answer's: empty when it states none, None when the answer has no body, or when
    nothing of a packed body could be unpacked, which ``is_broken`` tells.
    """
    if reason == "not-html":
        if media_type is None and is_broken:
            return f"The site's answer ({status}) is not packed as its Content-Encoding says."
        return _not_html(status, media_type)
    if reason == "server-error" and in_maintenance:
        return f"The site is closed for maintenance ({status}); try again later."
    if vendor is not None and reason in _BY_VENDOR:
        return _BY_VENDOR[reason].format(vendor=vendor, status=status)
    return _BY_SITE[reason].format(status=status)


def _not_html(status: int, media_type: str | None) -> str:
    if 300 <= status < 400:
        return f"The site redirects ({status}) without saying where to."
    if media_type is None:
        return f"The site answered with an empty page ({status})."
    if media_type in {"", "text/html"}:
        return "The answer is not an HTML page."
    return f"The answer is not an HTML page but {media_type[:80]}."
