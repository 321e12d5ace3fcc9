"""Faults of an environment's settings, all of them at once, for people who set up a service."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from siteloupe.errors import BadSetting
from siteloupe.settings import Settings

PREFIX = "SITELOUPE_"


def faults(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield one sentence for each variable that no setting has, and for each value that cannot be read."""
    known = [row.variable for row in Settings().describe()]
    for variable in sorted(name for name in environment if name.startswith(PREFIX)):
        if variable not in known:
            near = get_close_matches(variable, known, n=1)
            yield f"{variable}: no setting has this name." + (f" Is it {near[0]}?" if near else "")
            continue
        try:
            Settings.from_environment({variable: environment[variable]})
        except BadSetting as error:
            yield f"{error}."
