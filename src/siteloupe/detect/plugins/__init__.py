"""Which WordPress plugins a visit shows, and in which versions."""
