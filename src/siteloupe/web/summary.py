"""What a report page shows of the reports, in the order in which people read it. Templates draw it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from siteloupe.analyses.tech_stack_outline import COMPONENTS, TESTS
from siteloupe.present.core_colors import CoreColors, core_colors
from siteloupe.present.icons import numbered_icons
from siteloupe.present.words import value_at
from siteloupe.reports.categories import category_labels
from siteloupe.web.faces import slots_of

MAX_CLAIMS = 10
"""Most plugins and technologies that are listed; the page of the analysis has all."""

MAX_EVIDENCE = 3
"""Most pieces of evidence of one claim; the page of the analysis has all."""

FONT_SOURCES = {
    "google": "Google Fonts",
    "bunny": "Bunny Fonts",
    "fontshare": "Fontshare",
    "adobe": "Adobe Fonts",
    "self-hosted": "self-hosted",
    "declared": "source not seen",
}
"""Who serves a font, in words."""

SCHEMES = (("Light scheme", "roles"), ("Dark scheme", "darkRoles"))

ROLES = ("background", "text", "primary", "accent", "border")


@dataclass(frozen=True, slots=True)
class Claim:
    """One line of a report: what is claimed, and what was seen of it, as pairs of place and text."""

    name: str
    note: str
    evidence: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """One part of a score: what was measured, its points, and the most points it could give."""

    name: str
    value: str
    points: float
    most: float

    @property
    def loss(self) -> float:
        """The points that it costs."""
        return self.most - self.points


class Summary:
    """The facts of a site for a page. ``reports`` are JSON values by name; all but the overview may miss.

    ``has_faces``: glyphs of the site's fonts follow at the end of the page.
    """

    def __init__(self, reports: Mapping[str, Any], *, has_faces: bool = True) -> None:
        self._has_faces = has_faces
        self.overview: Mapping[str, Any] = reports["overview"]
        self.verdict: Mapping[str, Any] = reports.get("check-cms", {})
        self.stack: Mapping[str, Any] = reports.get("tech-stack", {})
        self.fonts: Mapping[str, Any] = reports.get("font-detector", {})
        self.palette: Mapping[str, Any] = reports.get("color-palette", {})

    @cached_property
    def slots(self) -> Mapping[str, int]:
        """The slots of families whose glyphs follow at the end of the page."""
        return slots_of(self.fonts) if self._has_faces else {}

    @cached_property
    def icons(self) -> Mapping[str, int]:
        """The numbers of the icons of products that the page names."""
        served_by = (self.overview.get(name) or {} for name in ("hosting", "cdn"))
        listed = (self.overview.get("technologies", ())[:8], self.overview.get("plugins", ())[:8])
        names = [each.get("name", "") for each in (*served_by, *(row for rows in listed for row in rows))]
        claims = (*self.plugins[:MAX_CLAIMS], *self.technologies[:MAX_CLAIMS])
        return numbered_icons(["WordPress", *names, *(claim.name for claim in claims)])

    @property
    def has_details(self) -> bool:
        """Whether there is more than the overview: not of a page that could not be read."""
        return bool(self.stack)

    @property
    def caveats(self) -> list[str]:
        """What could not be seen, one sentence each."""
        return [caveat["text"] for caveat in value_at(self.overview, "coverage.caveats") or ()]

    @property
    def category_of(self) -> Mapping[str, str]:
        """The labels of categories."""
        return category_labels()

    @cached_property
    def plugins(self) -> list[Claim]:
        """The plugins with their versions."""
        return list(map(_claim, self.stack.get("plugins", ())))

    @cached_property
    def technologies(self) -> list[Claim]:
        """The technologies with category and version."""
        return list(map(_claim, self.stack.get("technologies", ())))

    @cached_property
    def signals(self) -> list[Claim]:
        """What the verdict on WordPress rests on."""
        rows = self.verdict.get("evidence", ())
        return [Claim(row["what"], "", ((row["where"], row["value"]),)) for row in rows]

    @cached_property
    def theme_evidence(self) -> tuple[tuple[str, str], ...]:
        """What the theme was read from."""
        return _evidence_of(value_at(self.verdict, "theme") or {})

    @cached_property
    def roles(self) -> list[tuple[str, Mapping[str, Any], tuple[tuple[str, str], ...]]]:
        """The colors by role that are known, with what speaks for them."""
        roles = self.palette.get("roles") or self.overview.get("roles") or {}
        return [(name, roles[name], _evidence_of(roles[name])) for name in ROLES if roles.get(name)]

    @cached_property
    def core_colors(self) -> CoreColors:
        """The colors that the page uses most, neutrals apart."""
        return core_colors(self.palette.get("palette") or ())

    @cached_property
    def schemes(self) -> list[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
        """Text and background of the light and the dark scheme; nothing where there is only one."""
        roles = ((label, self.palette.get(name) or {}) for label, name in SCHEMES)
        found = [
            (label, each["text"], each["background"])
            for label, each in roles
            if each.get("text") and each.get("background")
        ]
        return found if len(found) == len(SCHEMES) else []

    @cached_property
    def tests(self) -> list[Mapping[str, Any]]:
        """The security tests with their labels, the costliest first."""
        labels = dict(TESTS)
        found = value_at(self.stack, "securityDetail.tests") or []
        rows = [{**test, "label": labels.get(test["name"], test["name"])} for test in found]
        return sorted(rows, key=lambda row: (row["points"] >= 0, row["points"], row["passed"] is None))

    @cached_property
    def costs(self) -> list[Cost]:
        """The parts of the speed score that were measured, the costliest first."""
        labels = dict(COMPONENTS)
        found = value_at(self.stack, "performance.components") or []
        rows = [
            Cost(
                labels.get(part["name"], part["name"]),
                _value_text(part["value"]),
                part["points"],
                part["max"],
            )
            for part in found
            if part["measured"]
        ]
        return sorted(rows, key=lambda cost: -cost.loss)

    @cached_property
    def evidence(self) -> list[Claim]:
        """Everything that the verdicts rest on and that has no line of its own."""
        rows = [*self.stack.get("evidence", ()), *self.fonts.get("evidence", ())]
        return [Claim(row["what"], "", ((row["where"], row["value"]),)) for row in rows]


def _claim(row: Mapping[str, Any]) -> Claim:
    label = category_labels().get(row.get("category", ""), row.get("category", ""))
    version = row.get("version") or ""
    held_back = "held back" if row.get("heldBack") else ""
    doubt = "not verified" if row.get("verified") is False else ""
    return Claim(row["name"], " · ".join(filter(None, (version, label, held_back, doubt))), _evidence_of(row))


def _evidence_of(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((each["where"], each["value"]) for each in row.get("evidence", ())[:MAX_EVIDENCE])


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, int | float) else str(value)
