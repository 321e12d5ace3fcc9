"""Which security headers and settings the page has."""
