"""What is remembered of parsed sheets."""

from siteloupe.detect.styles import parsed_sheets
from siteloupe.detect.styles.parsed_sheets import ENTRY_BYTES, clear_cache, parse_block


def test_twelve_megabytes_of_sheets_are_kept(monkeypatch):
    parsed = []
    monkeypatch.setattr(parsed_sheets, "parse_stylesheet", lambda text: parsed.append(text[:4]) or object())
    clear_cache()
    try:
        blocks = [f"{number:04}".ljust(1024 * 1024 - ENTRY_BYTES) for number in range(13)]
        for block in [*blocks[:12], *blocks[:12]]:
            parse_block(block)
        assert len(parsed) == 12
        parse_block(blocks[12])
        parse_block(blocks[0])
        assert parsed[12:] == ["0012", "0000"]
    finally:
        clear_cache()
