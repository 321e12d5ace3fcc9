"""``/report/card.png?url=``: the picture of a site for link previews."""

import asyncio
from typing import Any

import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.http.coding import keep_plain, respond
from siteloupe.http.gate import Gate
from siteloupe.http.query import url_of
from siteloupe.present.card import card
from siteloupe.service import Service
from siteloupe.web import responses


class CardApp:
    """Draws the picture by the overview; a failure is answered as the API does."""

    def __init__(self, service: Service, gate: Gate, analysis: Analysis) -> None:
        self._service = service
        self._gate = gate
        self._analysis = analysis

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request."""
        url = url_of(scope["query_string"])
        host = self._service.host_of(url)
        await self._gate.admit(scope, self._analysis.name)
        answer = await self._service.answer(self._analysis, url)
        lifetime = responses.NOT_KEPT if answer.fresh_for is None else responses.KEPT
        picture = await asyncio.to_thread(card, host, msgspec.json.decode(answer.body))
        body = keep_plain(picture)
        await respond(
            scope, send, 200, [(b"content-type", b"image/png"), lifetime, responses.NOT_INDEXED], body
        )
