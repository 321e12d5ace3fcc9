"""Outlines as the JavaScript walker reads them."""

import json

from siteloupe.present.words import outline_json
from siteloupe.reports.outline import Column, Kind, Section


def test_an_outline_goes_over_as_sections_with_the_words_all_walkers_share() -> None:
    outline = (
        Section("Theme", "theme", Kind.RECORD, (Column("Outdated", "outdated", Kind.FLAG, good=False),)),
    )
    sent = json.loads(outline_json(outline))
    assert sent["sections"] == [
        {
            "label": "Theme",
            "path": "theme",
            "kind": "record",
            "columns": [
                {
                    "label": "Outdated",
                    "path": "outdated",
                    "kind": "flag",
                    "unit": "",
                    "whole": "",
                    "good": False,
                    "words": [],
                }
            ],
            "empty": "",
        }
    ]
    assert sent["words"]["flag"]["null"] == "could not see"
    assert sent["words"]["verdict"]["null"] == "can't tell"
