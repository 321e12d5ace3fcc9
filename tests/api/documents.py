"""The description of the API, with its examples judged in this process."""

import asyncio

import msgspec

from siteloupe.analyses import ANALYSES
from siteloupe.api import openapi
from siteloupe.service import Service
from siteloupe.settings import Settings
from tests.visits import Sites


def document(analyses=ANALYSES, site_origin=None):
    """The document of a service with these analyses."""
    return msgspec.json.decode(
        asyncio.run(openapi.encode_document(analyses, site_origin, 30, Service(Settings(), Sites())))
    )
