"""Answers in the shapes that the theme directory documents, made up."""

from typing import Any

import msgspec

from siteloupe.capture import Exchange, Headers

NOT_FOUND = b'{"error":"Theme not found"}'


def listing(slug: str = "plain-paper", **changes: Any) -> dict[str, Any]:
    """One theme as the Themes API 1.2 lists it."""
    return {
        "name": "Plain Paper",
        "slug": slug,
        "version": "2.4.1",
        "preview_url": f"https://wp-themes.test/{slug}/",
        "author": {
            "user_nicename": "paperworks",
            "profile": "https://profiles.wordpress.test/paperworks/",
            "avatar": "https://secure.gravatar.test/avatar/0?s=96",
            "display_name": "Paper Works",
            "author": "Paper Works Ltd",
            "author_url": "https://paperworks.test/",
        },
        "screenshot_url": f"//ts.w.test/wp-content/themes/{slug}/screenshot.png?ver=2.4.1",
        "downloaded": 1_234_567,
        "active_installs": 500_000,
        "last_updated": "2026-01-05",
        "homepage": f"https://wordpress.org/themes/{slug}/",
        "theme_url": "https://paperworks.test/plain-paper/",
        "requires": "6.4",
        "requires_php": False,
        "is_commercial": False,
        "external_support_url": False,
        **changes,
    }


def answer(body: bytes | dict[str, Any], status: int = 200) -> Exchange:
    """An exchange with the directory."""
    url = "https://api.wordpress.test/themes/info/1.2/"
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Exchange(url, url, status, Headers([("content-type", "application/json")]), encoded)
