"""Visits that never leave the process: sites counted, held back or failing as a test wants it."""

import asyncio
from dataclasses import dataclass, field
from typing import Annotated

import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.prose import quote
from siteloupe.capture import Capture, Exchange, Headers, Need
from siteloupe.reports.bounds import Bounded
from siteloupe.target import Target

AT = "2026-03-01T09:30:00Z"


class EchoReport(Bounded, frozen=True, kw_only=True, rename="camel"):
    """What an echo finds: nothing but what it was given."""

    url: Annotated[str, msgspec.Meta(description="final URL")]
    checked_at: str
    words: list[str] = []


def echo(name="echo", analyze=None, limit=10, outline=(), inspection=frozenset()):
    """An analysis that says which page it was given."""
    return Analysis(
        name=name,
        operation=name,
        tool=name,
        title=name,
        description=f"{name}.",
        guidance="",
        limit=limit,
        needs=frozenset({Need.THEME}),
        report=EchoReport,
        analyze=analyze or (lambda site: EchoReport(url=site.capture.page.url, checked_at=site.capture.at)),
        summarize=lambda report: f"Seen: {quote(report.url)}.",
        outline=outline,
        inspection=inspection,
    )


@dataclass(eq=False)
class Look:
    """A visit of one page."""

    url: str
    is_refused: bool = False
    size: int = 1000
    needs: list[frozenset[Need]] = field(default_factory=list)

    async def capture(self, needs, _deadline):
        self.needs.append(needs)
        return Capture(AT, Exchange(self.url, self.url, 200, Headers(), b""))


@dataclass(eq=False)
class Sites:
    """The visiting function of a Service: remembers each look, and waits at ``open`` when told to."""

    refused: bool = False
    error: Exception | None = None
    open: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    looks: list[Look] = field(default_factory=list)
    held: bool = False

    async def __call__(self, target: Target, _deadline: float, _needs: frozenset[Need] = frozenset()) -> Look:
        look = Look(target.url, is_refused=self.refused)
        self.looks.append(look)
        self.arrived.set()
        if self.held:
            await self.open.wait()
        if self.error is not None:
            raise self.error
        return look

    @property
    def urls(self):
        return [look.url for look in self.looks]


class Clock:
    """A clock that moves when told to."""

    def __init__(self, now=1000.0):
        self.now = now

    def __call__(self):
        return self.now
