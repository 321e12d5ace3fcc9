"""Was the page read at all, or refused, and by whom."""
