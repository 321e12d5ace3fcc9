"""Who the caller of a request is, as the rate limits count."""

import logging
from collections.abc import Sequence

from siteloupe import log
from siteloupe.address import Network
from siteloupe.http.front import Scope
from siteloupe.limits import caller_of, is_private_peer


class Callers:
    """Tells whom a request is counted against; X-Forwarded-For is believed only from ``trusted`` proxies."""

    def __init__(self, trusted: tuple[Network, ...] = ()) -> None:
        self._trusted = trusted
        self._told = False

    def of(self, scope: Scope, forwarded_for: Sequence[str]) -> str:
        """The caller's key; ``forwarded_for`` holds the request's X-Forwarded-For lines."""
        peer = scope["client"][0] if scope.get("client") else None
        if forwarded_for and not self._trusted:
            self._tell(peer)
        return caller_of(peer, forwarded_for, self._trusted)

    def _tell(self, peer: str | None) -> None:
        if not self._told and is_private_peer(peer):
            self._told = True
            note = "X-Forwarded-For is ignored: name the proxy in SITELOUPE_TRUSTED_PROXIES if it is yours"
            log.event("proxy-not-trusted", {"note": note}, logging.WARNING)
