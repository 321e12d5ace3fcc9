"""When something was saved."""

import datetime as dt


def moment(written: str) -> str:
    """An ISO 8601 time in UTC to the second; the epoch for what is none, since a report always has a time."""
    try:
        then = dt.datetime.fromisoformat(written).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        then = dt.datetime.fromtimestamp(0, dt.UTC)
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")
