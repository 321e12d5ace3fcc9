"""What an analysis is: a row of data and three pure functions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from siteloupe.capture import Capture, Need
from siteloupe.reports.outline import Outline


@dataclass(frozen=True, slots=True)
class Analysis:
    """One question siteloupe answers. Everything that offers it to callers loops over these fields."""

    name: str  # the path without its slash, and the subcommand
    operation: str  # operationId in the OpenAPI document
    tool: str  # name of the MCP and in-page tool
    title: str
    description: str
    limit: int  # requests a minute and IP
    needs: frozenset[Need]
    report: type[Any]  # the msgspec Struct that analyze returns
    analyze: Callable[[Capture], Any]  # pure, CPU only
    summarize: Callable[[Any], str]  # prose for models: our own sentences, the site's strings quoted
    outline: Outline
