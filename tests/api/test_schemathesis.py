"""Requests made up from the API's description are all answered as it says, and none with a 500."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import urlencode

import hypothesis
import schemathesis
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.api.operations import Health
from siteloupe.asgi import front
from siteloupe.metrics import Metrics
from siteloupe.service import Service
from siteloupe.settings import Settings
from tests.api.documents import document
from tests.api.test_openapi import check
from tests.caller import AGENT, ask
from tests.visits import Sites, echo

ANALYSES = (echo(),)
DOCUMENT = document(ANALYSES)
OPERATION = schemathesis.openapi.from_dict(DOCUMENT)["/echo"]["GET"]

CASES = OPERATION.as_strategy() | OPERATION.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)


@asynccontextmanager
async def served():
    settings = replace(Settings(), host="0.0.0.0", rate_limits=None)
    service = Service(settings, Sites())
    yield front(settings, service, Metrics(), Health(), ANALYSES)
    await service.close()


async def answered(case, agent, url):
    made_up = case.query or {}
    query = urlencode({**made_up, "url": url} if url else made_up, doseq=True, errors="surrogatepass")
    async with served() as app:
        return await ask(app, "/echo", query, headers=[("user-agent", agent)])


@hypothesis.settings(max_examples=60, suppress_health_check=list(hypothesis.HealthCheck))
@given(
    case=CASES,
    agent=st.just(AGENT) | st.text(st.characters(codec="latin-1"), max_size=20),
    url=st.none()
    | st.sampled_from(["example.com", "http://bücher.example/?a=1&b=%2F", "https://☃.example:8443"]),
)
def test_whatever_is_asked_is_answered_as_described(case, agent, url):
    check(DOCUMENT, "/echo", asyncio.run(answered(case, agent, url)))
