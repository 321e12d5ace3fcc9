"""Rendering: a page as a browser shows it.

The browser gets every byte from our own fetcher, and dials nobody.

Nothing here judges, and nothing that judges waits for it: what is read becomes data of the capture.
"""

from siteloupe.render.renderer import Renderer, open_renderer

__all__ = ["Renderer", "open_renderer"]
