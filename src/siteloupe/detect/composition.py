"""What the HTML is made of, as counts of its tags."""

from siteloupe.document import Page
from siteloupe.reports.tech_stack import Composition


def composition(page: Page) -> Composition:
    """The counts; what stands in ``<noscript>`` and ``<template>`` counts, what is commented out does not.

    ``<link rel=stylesheet>`` counts without an address too: delayed sheets get theirs from a script.
    """
    return Composition(
        scripts=sum("src" in script.attributes for script in page.scripts),
        stylesheets=sum("stylesheet" in link.rel for link in page.links),
        images=sum(image.tag == "img" for image in page.images),
        inline_scripts=sum(
            "src" not in script.attributes and script.is_executable for script in page.scripts
        ),
        inline_styles=len(page.styles),
    )
