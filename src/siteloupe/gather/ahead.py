"""Which connections a visit will need after its page: as many as its analyses usually use at once.

They are opened while the page is on its way. That saves two round trips, over TLS, to most visits. What is
left over is closed as soon as the visit has what it needs, the page cannot be read, or a redirect leads to
another host.
"""

from siteloupe.capture import Need
from siteloupe.errors import BadTarget
from siteloupe.fetching import Ahead
from siteloupe.gather.files import directory_policy
from siteloupe.settings import Settings
from siteloupe.target import Target, parse

SITE_FILES = frozenset({Need.THEME, Need.THEME_JSON, Need.REST_ROOT})
"""What is asked of the page's host in a request or two: the theme's style.css beside the REST root."""

LISTED = frozenset({Need.THEME, Need.PLUGINS})
"""What the directory is asked about."""


def connections_ahead(needs: frozenset[Need], settings: Settings) -> Ahead:
    """Return the connections to open ahead for a visit that will be asked for ``needs``.

    Where none may be opened ahead, CPU time is short, and few are opened later.
    """
    if not settings.ahead:
        return Ahead(is_patient=True)
    # Stylesheets are asked for as many at once as a host allows; the page's own connection is one of them.
    usual = settings.per_host - 1 if Need.STYLESHEETS in needs else 1 if needs & SITE_FILES else 0
    return Ahead(min(usual, settings.per_host - 1, settings.ahead), _directory(needs, settings))


def _directory(needs: frozenset[Need], settings: Settings) -> tuple[Target, ...]:
    if settings.wporg_api is None or not needs & LISTED:
        return ()
    try:
        return (parse(f"{settings.wporg_api}/", directory_policy(settings)),)
    except BadTarget:
        return ()
