"""The interface of fetching: a function, and the limits of each exchange.

``net.Fetcher`` is such a function; tests have their own.
"""

import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from siteloupe.address import Address
from siteloupe.capture import Exchange, Headers
from siteloupe.errors import BadTarget, OverBudget
from siteloupe.flights import Flights
from siteloupe.rendered import RenderResult
from siteloupe.target import Target


class FoundName(NamedTuple):
    """The addresses of a name, none if it has none, and for how many seconds they are true."""

    addresses: tuple[Address, ...]
    seconds: float


class KnownNames:
    """The names that one visit has looked up, each kept until it expires, never beyond the visit.

    Requests that need one name at the same time share a look-up, which ends when none of them waits for it.
    """

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._timer = timer
        self._found: dict[str, tuple[FoundName, float]] = {}
        self._flights: Flights[FoundName] = Flights()

    def get(self, host: str) -> FoundName | None:
        """What is known of ``host`` and has not expired."""
        found, expires = self._found.get(host, (None, 0.0))
        return found if self._timer() < expires else None

    async def find(self, host: str, look_up: Callable[[], Coroutine[Any, Any, FoundName]]) -> FoundName:
        """Return what is known of ``host``, else the result of ``look_up``."""
        if (found := self.get(host)) is None:
            found = await self._flights.join(host, look_up)
            self._found[host] = found, self._timer() + found.seconds
        return found


NoteRefusal = Callable[[BadTarget], None]
"""Takes note of a target that is refused."""


@dataclass(slots=True)
class Allowance:
    """The number of requests that a visit may still make, every hop is one, and the names it knows.

    ``note_refusal`` is told of each URL in the site's own files that is refused before a request is made.
    """

    requests: int
    names: KnownNames = field(default_factory=KnownNames)
    note_refusal: NoteRefusal = lambda _: None

    def spend(self) -> None:
        """Take one request. Raises OverBudget when none is left."""
        if self.requests <= 0:
            raise OverBudget("This site needs more requests than one analysis may make.")
        self.requests -= 1

    def take_back(self, part: "Allowance") -> None:
        """Take back what is left of a ``part`` that was split off."""
        self.requests += part.requests
        part.requests = 0

    def split(self, requests: int) -> "Allowance":
        """Take ``requests`` of this allowance into one of their own, with the same names."""
        self.requests -= requests
        return Allowance(requests, self.names, self.note_refusal)


class Ahead:
    """Connections to open while an exchange is on its way, for the requests that follow it.

    These are ``beside`` more to the host of the page, over TLS only, and one to each of ``elsewhere``. No
    request is made on them, and what becomes of them changes no exchange. :meth:`close` ends those that were
    not needed, and others that were opened for the visit and not used.

    ``is_patient``: a request would rather wait for a connection that is in use than have another one opened.
    """

    def __init__(
        self, beside: int = 0, elsewhere: tuple[Target, ...] = (), *, is_patient: bool = False
    ) -> None:
        self.beside = beside
        self.elsewhere = elsewhere
        self.is_patient = is_patient
        self._beside_closers: list[Callable[[], object]] = []
        self._closers: list[Callable[[], object]] = []
        self.is_closed = False

    def add(self, close: Callable[[], object], *, is_beside: bool) -> None:
        """Have ``close`` called at the end; at once when this is the end already."""
        if self.is_closed:
            close()
        else:
            (self._beside_closers if is_beside else self._closers).append(close)

    def leave_host(self) -> None:
        """Close what was opened beside a request, because the next one goes to another host."""
        closers, self._beside_closers = self._beside_closers, []
        for close in closers:
            close()

    def close(self) -> None:
        """Close whatever was not used, and what is opened from now on."""
        self.is_closed = True
        self.leave_host()
        closers, self._closers = self._closers, []
        for close in closers:
            close()


class Beginning(NamedTuple):
    """An answer whose body is arriving: ``read`` returns at most so many bytes of what is there, decoded."""

    url: str
    status: int
    headers: Headers
    read: Callable[[int], bytes]


class Listener(Protocol):
    """Hears of a body while it arrives. What it does changes nothing about the exchange."""

    def hear(self, beginning: Beginning) -> None:
        """More of the body is there; more is to come, or not."""

    def end(self) -> None:
        """The exchange is over."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one exchange. ``deadline`` is a time of the running loop's clock, in seconds.

    ``max_redirects`` is how many hops may be followed; None leaves that to the settings. ``ahead`` are the
    connections that its visit opens ahead, None for none: they are opened with the exchange that ``is_page``.
    ``listener`` hears of its body.
    """

    deadline: float
    max_body: int
    allowance: Allowance = field(default_factory=lambda: Allowance(60))
    accept: str = "*/*"
    max_redirects: int | None = None
    ahead: Ahead | None = None
    is_page: bool = False
    listener: Listener | None = None


class Render(Protocol):
    """One rendering of a page: ``render.Renderer`` is one, a saved visit another."""

    async def __call__(
        self, page: Exchange, fetch: "Fetch", allowance: Allowance, deadline: float
    ) -> RenderResult | None:
        """Render ``page`` before ``deadline``; its requests are made by ``fetch`` within ``allowance``."""


class Fetch(Protocol):
    """One exchange for one target."""

    async def __call__(self, target: Target, bounds: Bounds) -> Exchange:
        """Raises BadTarget when the target or a hop is refused, Unreachable when nothing answers."""
