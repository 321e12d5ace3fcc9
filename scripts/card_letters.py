"""The letters of pictures for links, as masks: DejaVu Sans as Chromium draws it, in three faces.

It writes a grayscale PNG with a row of letters a face, and a table with the widths. Run it as
``python -m scripts.card_letters``.
"""

import shutil
import struct
import zlib
from pathlib import Path

from playwright.sync_api import sync_playwright

DATA = Path(__file__).parent.parent / "src/siteloupe/data"
FACES = {"title": "bold 64px", "strong": "bold 40px", "plain": "36px"}
CHARACTERS = [chr(code) for code in range(32, 127)] + ["…"]
LEVELS = 16
"""Shades between paper and ink: more cannot be seen."""

DRAW = """([font, characters, levels]) => {
  const size = parseInt(font.match(/(\\d+)px/)[1]), height = Math.ceil(size * 1.25);
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `${font} 'DejaVu Sans'`;
  const widths = characters.map((character) => Math.ceil(pen.measureText(character).width));
  const canvas = new OffscreenCanvas(widths.reduce((sum, width) => sum + width), height);
  const brush = canvas.getContext("2d");
  brush.font = pen.font;
  let x = 0;
  characters.forEach((character, n) => {
    brush.save();
    brush.beginPath();
    brush.rect(x, 0, widths[n], height);
    brush.clip();
    brush.fillText(character, x, size);
    brush.restore();
    x += widths[n];
  });
  const { data, width } = brush.getImageData(0, 0, canvas.width, height);
  const step = 255 / (levels - 1);
  const shade = (value) => Math.round(Math.round(value / step) * step);
  const alpha = Array.from({ length: width * height }, (_, n) => shade(data[n * 4 + 3]));
  return { width, height, widths, alpha };
}"""


def main() -> None:
    """Draw them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        drawn = {name: page.evaluate(DRAW, [font, CHARACTERS, LEVELS]) for name, font in FACES.items()}
        browser.close()
    width = max(each["width"] for each in drawn.values())
    lines, table, top = [], ["face\ttop\theight\twidths"], 0
    for name, each in drawn.items():
        for row in range(each["height"]):
            pixels = bytes(each["alpha"][row * each["width"] : (row + 1) * each["width"]])
            lines.append(b"\0" + pixels.ljust(width, b"\0"))
        table.append(f"{name}\t{top}\t{each['height']}\t{' '.join(map(str, each['widths']))}")
        top += each["height"]
    header = struct.pack(">IIBBBBB", width, top, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(lines), 9)), (b"IEND", b""))
    (DATA / "card_letters.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks))
    (DATA / "card_letters.tsv").write_text("\n".join([*table, ""]))


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


if __name__ == "__main__":
    main()
