"""A made-up analysis whose outline has every kind, and a report of it: what there is to draw, in one place."""

from dataclasses import replace

from siteloupe.reports.outline import Column, Kind, Section
from tests.visits import echo

OUTLINE = (
    Section(
        "Runs WordPress",
        "isCms",
        Kind.VERDICT,
        (
            Column("Confidence", "confidence"),
            Column("Signals", "signalCount", Kind.NUMBER, whole="totalSignals"),
        ),
    ),
    Section(
        "Speed",
        "performance.score",
        Kind.METER,
        (Column("Grade", "performance.grade"), Column("Response", "performance.ms", Kind.NUMBER, unit="ms")),
    ),
    Section(
        "Signals",
        "signals",
        Kind.SIGNALS,
        (
            Column("Generator tag", "metaGenerator"),
            Column("REST API", "restApi"),
            Column("Pingback", "xPingback"),
        ),
    ),
    Section(
        "Theme",
        "theme",
        Kind.RECORD,
        (
            Column("Name", "name"),
            Column("Outdated", "outdated", Kind.FLAG, good=False),
            Column("Active installs", "installs", Kind.FLOOR),
            Column("Directory", "link", Kind.LINK),
            Column("Compressed", "compressed", Kind.FLAG),
        ),
    ),
    Section(
        "Plugins",
        "plugins",
        Kind.TABLE,
        (
            Column("Name", "name"),
            Column("Version", "version"),
            Column("Known", "known", Kind.FLAG, good=True),
            Column("Folder", "slug"),
            Column("Nothing", "nothing"),
        ),
    ),
    Section("Anything else", "extra", Kind.RECORD),
    Section("Security", "security", Kind.TABLE),
    Section(
        "Palette",
        "palette",
        Kind.SWATCHES,
        (Column("Name", "name"), Column("Used", "count", Kind.NUMBER), Column("Roles", "roles", Kind.TAGS)),
    ),
    Section("Roles", "roles", Kind.ROLES),
    Section("Contrast", "contrast", Kind.CONTRAST, (Column("Note", "note"),)),
    Section(
        "Gradients",
        "gradients",
        Kind.TABLE,
        (Column("Type", "type"), Column("Colors", "colors", Kind.TAGS), Column("CSS", "css")),
    ),
    Section(
        "Families",
        "fonts",
        Kind.SPECIMENS,
        (
            Column("Source", "source"),
            Column("Weights", "weights", Kind.TAGS),
            Column("Variable", "variable", Kind.FLAG),
        ),
    ),
    Section("Sizes", "scale", Kind.SCALE),
    Section("Shares", "shares", Kind.SCALE),
    Section("System stacks", "stacks", Kind.TAGS),
    Section("Theme color", "themeColor", Kind.COLOR),
    Section("Evidence", "evidence", Kind.EVIDENCE),
    Section(
        "Page",
        "",
        Kind.RECORD,
        (Column("Address", "url", Kind.LINK), Column("Checked at", "checkedAt", Kind.TIME)),
    ),
    Section("Nothing here", "nothing", Kind.TABLE),
)

REPORT = {
    "success": True,
    "url": "https://orchard.example/",
    "checkedAt": "2026-03-01T09:30:00Z",
    "blocked": False,
    "isCms": True,
    "confidence": "high",
    "signalCount": 2,
    "totalSignals": 8,
    "signals": {"metaGenerator": "WordPress 6.8.1", "restApi": True, "xPingback": False},
    "theme": {
        "name": "Orchard",
        "outdated": True,
        "installs": 500000,
        "link": "https://wordpress.org/themes/orchard/",
        "compressed": None,
    },
    "plugins": [
        {"name": "Contact Form 7", "version": "6.0.1", "known": True, "slug": "contact-form-7"},
        {"name": "WooCommerce", "version": "9.4.2", "known": True, "slug": "woocommerce"},
        {"name": "Orchard Extras", "version": None, "known": False, "slug": "orchard-extras"},
    ],
    "extra": {
        "nameSource": "style.css",
        "count": 31000,
        "flag": False,
        "list": ["one", "two"],
        "inner": {"a": 1, "b": None, "c": True},
    },
    "security": [{"hsts": True, "name": "Strict-Transport-Security", "maxAge": 31536000}],
    "performance": {"score": 87, "grade": "B", "ms": 180},
    "palette": [
        {"hex": "#7a3e1d", "name": "Crust", "count": 41, "roles": ["primary", "link"]},
        {"hex": "#fffaf3", "name": "Flour", "count": 18, "roles": ["background"]},
        {"hex": "#2b2118", "name": None, "count": 12, "roles": ["text"]},
        {"hex": "#c9a227", "name": "Honey", "count": 7, "roles": []},
        {"hex": "#3f6f4e", "name": "Leaf", "count": 3, "roles": ["accent"]},
    ],
    "roles": {
        "background": {"hex": "#fffaf3", "name": "Flour"},
        "text": {"hex": "#2b2118", "name": None},
        "primary": {"hex": "#7a3e1d", "name": "Crust"},
        "accent": {"hex": "#3f6f4e", "name": "Leaf"},
        "border": None,
    },
    "contrast": [
        {"label": "Text on background", "ratio": 14.91, "rating": "AAA"},
        {
            "label": "Primary as text",
            "ratio": 4.62,
            "rating": "AA",
            "foreground": "#7a3e1d",
            "background": "#fffaf3",
        },
        {"label": "Honey as text", "ratio": 2.31, "rating": "Fail", "note": "Too little for any text."},
    ],
    "gradients": [
        {
            "type": "linear",
            "colors": ["#7a3e1d", "#c9a227"],
            "css": "linear-gradient(90deg, #7a3e1d, #c9a227)",
        }
    ],
    "fonts": [
        {
            "family": "Crumb",
            "source": "self-hosted",
            "weights": ["400", "700"],
            "variable": False,
            "fallbacks": ["Georgia", "serif"],
        },
        {
            "family": "Inter",
            "source": "google",
            "weights": ["400"],
            "variable": True,
            "fallbacks": ["sans-serif"],
        },
    ],
    "scale": [
        {"value": "0.875rem", "count": 4, "px": 14},
        {"value": "18px", "count": 21, "px": 18},
        {"value": "clamp(1.5rem, 4vw, 2.5rem)", "count": 1, "px": 40},
    ],
    "shares": [{"value": "400", "count": 12}, {"value": "700", "count": 3}],
    "stacks": ["-apple-system, BlinkMacSystemFont, sans-serif", "Georgia, serif"],
    "themeColor": "#7a3e1d",
    "evidence": [
        {"what": "metaGenerator", "where": "<meta name=generator>", "value": "WordPress 6.8.1"},
        {"what": "restApi", "where": "REST root", "value": "wp/v2, oembed/1.0"},
        {"what": "restApi", "where": "Link header", "value": "https://orchard.example/wp-json/"},
    ],
    "truncated": {"plugins": 12, "evidence": 1400},
}

GALLERY = replace(
    echo("gallery"), title="Gallery", description="Everything there is to draw.", outline=OUTLINE
)
