"""The colors of a page, and their roles."""
