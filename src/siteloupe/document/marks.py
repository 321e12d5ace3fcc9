"""Attributes and elements that frameworks leave in the HTML they make: only what a framework's rows ask for.

Each is described in the documentation that the rows of ``signatures/technologies`` name as their source.
"""

ATTRIBUTES = frozenset(
    {
        "data-controller",
        "data-drupal-selector",
        "data-framer-name",
        "data-gatsby-head",
        "data-hk",
        "data-reactroot",
        "data-server-rendered",
        "data-sveltekit-preload-data",
        "data-turbo",
        "data-turbolinks-track",
        "data-v-app",
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
ELEMENTS = frozenset({"amp-img", "astro-island", "gradio-app", "ion-app", "rs-module"})
"""Custom elements."""


def _escaped(name: str) -> str:
    return name.replace(":", "\\:")


SELECTOR = ",".join([f"[{_escaped(name)}]" for name in sorted(ATTRIBUTES)] + sorted(ELEMENTS))
