"""Which WordPress theme is active, and which theme is its parent."""
