"""The website's own public origin, for the addresses that have to be whole."""

from typing import Any

from siteloupe.http.gate import DEFAULT_PORTS, requested_origin


def origin_of(scope: Any, site_origin: str | None) -> str:
    """``https://host`` without a slash: the setting's, else what was asked; empty for a Host that is none."""
    if site_origin is not None:
        return site_origin.rstrip("/")
    if (found := requested_origin(scope)) is None:
        return ""
    scheme, host, port = found
    named = f"[{host}]" if ":" in host else host
    return f"{scheme}://{named}" if port == DEFAULT_PORTS[scheme] else f"{scheme}://{named}:{port}"
