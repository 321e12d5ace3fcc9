"""The fonts that a page names, loads and uses."""
