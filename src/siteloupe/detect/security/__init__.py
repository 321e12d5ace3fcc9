"""The security headers and settings of the page."""
