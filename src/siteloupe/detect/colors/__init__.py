"""Which colors a page paints, and what for."""
