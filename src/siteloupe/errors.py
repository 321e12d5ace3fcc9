"""The error tree. Each class carries the HTTP status it becomes; each instance a sentence for a human.

SiteloupeError
├── BadTarget           400  the text of a URL, or a hop it leads to, is refused
├── BadParameter        400  a parameter beside the URL has no such value
├── BadRequest          400  the request itself breaks HTTP's rules
├── Forbidden           403  the caller's User-Agent, Origin or Host breaks an access rule
├── NotFound            404  no such address on this service
├── MethodNotAllowed    405  the address exists, the method does not
├── BodyTooSlow         408  the body of the request did not arrive in time
├── BodyTooLong         413  the body of the request is longer than it may be
├── CallerLeft          499  nobody waits for the answer any longer
├── TooManyRequests     429  the caller's rolling minute is used up
└── Unreachable         502  the target gave no answer at all
    ├── NameNotFound         its name does not resolve
    ├── ConnectionFailed     nobody accepts the connection, or it broke
    ├── BadCertificate       TLS could not be established or trusted
    ├── TimedOut             it took longer than the budget
    ├── BrokenHttp           what came back is not HTTP
    ├── TooManyRedirects     it redirects more often than a browser would follow
    ├── OverBudget           the visit has used up its requests or bytes
    ├── TooHeavy             judging it takes more computing than one analysis may use
    └── Busy                 the service itself has no place free

A site that answers and refuses is not an error: see ``reports.refusal``.
"""

from typing import ClassVar


class SiteloupeError(Exception):
    """A failure with a ``status`` and one sentence for the caller, ``message``."""

    status: ClassVar[int] = 500

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class BadTarget(SiteloupeError):
    """The URL, or a hop it leads to, is malformed or points where the service must not go.

    ``rule`` is a word for metrics and logs: what kind of place is refused, or ``text`` for what is no URL.
    """

    status = 400

    def __init__(self, message: str, rule: str = "text") -> None:
        super().__init__(message)
        self.rule = rule


class BadParameter(SiteloupeError):
    """A parameter beside the URL has an invalid value, or is given twice."""

    status = 400


class BadRequest(SiteloupeError):
    """The request breaks a rule of HTTP."""

    status = 400


class Forbidden(SiteloupeError):
    """The caller's User-Agent, Origin or Host breaks an access rule."""

    status = 403


class NotFound(SiteloupeError):
    """No page or endpoint has this path."""

    status = 404


class MethodNotAllowed(SiteloupeError):
    """The path exists, but not for this method; ``allow`` lists its methods."""

    status = 405

    def __init__(self, message: str, allow: tuple[str, ...]) -> None:
        super().__init__(message)
        self.allow = allow


class BodyTooSlow(SiteloupeError):
    """The body of the request did not arrive in time."""

    status = 408


class BodyTooLong(SiteloupeError):
    """The body of the request is longer than it may be."""

    status = 413


class CallerLeft(SiteloupeError):
    """The caller has closed the connection: nobody reads this. The status is the one that nginx logs."""

    status = 499


class TooManyRequests(SiteloupeError):
    """The caller has used up the rolling minute of this endpoint."""

    status = 429


class Unreachable(SiteloupeError):
    """The target gave no answer that could be read as HTTP; ``cause`` is a word for logs and captures."""

    status = 502
    cause: ClassVar[str] = "unreachable"


class NameNotFound(Unreachable):
    """The name does not resolve to any address."""

    cause = "name-not-found"


class ConnectionFailed(Unreachable):
    """No connection could be opened, or it broke before the answer was complete."""

    cause = "connection-failed"


class BadCertificate(Unreachable):
    """TLS could not be established, or the certificate does not fit the name."""

    cause = "bad-certificate"


class TimedOut(Unreachable):
    """The target took longer than its budget."""

    cause = "timed-out"


class BrokenHttp(Unreachable):
    """What the target sent is not HTTP, or exceeds what a header block may hold."""

    cause = "broken-http"


class TooManyRedirects(Unreachable):
    """The target redirects more often than the budget allows."""

    cause = "too-many-redirects"


class OverBudget(Unreachable):
    """The visit may make no more requests."""

    cause = "over-budget"


class TooHeavy(Unreachable):
    """The page was fetched, but to judge it would take too long, or too much memory."""

    cause = "too-heavy"


class Busy(Unreachable):
    """All places for analyses are in use, and none became free in time."""

    cause = "busy"


def cause_of(error: SiteloupeError) -> str:
    """Return a failure to reach a site as a word of a fixed set, for labels and traces."""
    return error.cause if isinstance(error, Unreachable) else "refused-hop"


class BadExport(ValueError):
    """A file is no earlier export of a site; the text says why."""


class BadCapture(ValueError):
    """A folder is no saved visit; the text says what is wrong."""


class BadResults(ValueError):
    """A file has no results of this scan; the text says what is wrong."""


class ClusterLost(RuntimeError):
    """All machines of a scan are lost."""


class BadSetting(ValueError):
    """A setting is malformed or unsafe; raised at start-up, never while serving."""
