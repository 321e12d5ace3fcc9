"""Who serves the page, and how fast."""
