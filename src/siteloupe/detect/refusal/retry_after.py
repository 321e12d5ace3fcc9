"""How long a server asks its visitors to wait.

Source: https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
"""

import datetime as dt
import re
from email.utils import parsedate_to_datetime

from siteloupe.capture import Headers

_SECONDS = re.compile(r"\d{1,9}", re.ASCII)
MAX_DATE = 40
"""Characters of a date; the longest form has 33."""


def retry_after(headers: Headers) -> str | None:
    """The time that ``Retry-After`` names, in words: ``120 seconds`` or ``until …``; None without one."""
    value = (headers.get("retry-after") or "").strip()
    if _SECONDS.fullmatch(value):
        seconds = int(value)
        return f"{seconds} {'second' if seconds == 1 else 'seconds'}"
    if not value or len(value) > MAX_DATE:
        return None
    try:
        moment = parsedate_to_datetime(value)
        moment = moment.astimezone(dt.UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        return None
    return f"until {moment:%Y-%m-%d %H:%M:%S} UTC"
