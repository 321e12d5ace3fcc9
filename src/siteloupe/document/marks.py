"""Attributes and elements that frameworks leave in the HTML they make: only what a framework's rows ask for.

Each is described in the documentation that the rows of ``signatures/technologies`` name as their source.
"""

from typing import Any

ATTRIBUTES = frozenset(
    {
        "data-clerk-publishable-key",
        "data-controller",
        "data-drupal-selector",
        "data-emotion",
        "data-framer-name",
        "data-gatsby-head",
        "data-hk",
        "data-mage-init",
        "data-phx-main",
        "data-phx-session",
        "data-react-helmet",
        "data-reactroot",
        "data-rh",
        "data-server-rendered",
        "data-styled-version",
        "data-sveltekit-preload-data",
        "data-turbo",
        "data-turbo-track",
        "data-turbolinks-track",
        "data-v-app",
        "data-website-id",
        "data-wf-page",
        "data-wf-site",
        "hx-get",
        "hx-post",
        "ng-app",
        "ng-controller",
        "ng-server-context",
        "ng-version",
        "q:container",
        "q:version",
        "v-cloak",
        "wire:id",
        "wire:snapshot",
        "x-data",
    }
)
ELEMENTS = frozenset({"amp-img", "astro-island", "cx-storefront", "gradio-app", "ion-app", "rs-module"})
"""Custom elements."""

MAX_MARKED = 500


def _escaped(name: str) -> str:
    return name.replace(":", "\\:")


_SELECTOR = ",".join([f"[{_escaped(name)}]" for name in sorted(ATTRIBUTES)] + sorted(ELEMENTS))


def marks_in(document: Any) -> dict[str, str]:
    """Each framework's attribute in a parsed document with its first value, and each custom element."""
    found: dict[str, str] = {}
    for element in document.select(_SELECTOR)[:MAX_MARKED]:
        if element.tag in ELEMENTS:
            found.setdefault(element.tag, "")
        for name, value in element.attrs.items():
            if name in ATTRIBUTES:
                found.setdefault(name, str(value or "")[:300])
    return found
