"""Whether the at-rules around a rule let it count."""

from siteloupe.css.media import matches
from siteloupe.css.rules import Condition
from siteloupe.css.supports import supports


def hold(conditions: tuple[Condition, ...], *, dark: bool = False) -> bool:
    """Whether rules inside ``conditions`` count on a desktop screen, under a light or a dark scheme.

    Those in ``@starting-style`` count for no longer than a transition takes.
    """
    return all(_holds(condition, dark=dark) for condition in conditions)


def _holds(condition: Condition, *, dark: bool) -> bool:
    match condition.name:
        case "media":
            return matches(condition.prelude, dark=dark)
        case "supports":
            return supports(condition.prelude)
        case _:
            return condition.name != "starting-style"
