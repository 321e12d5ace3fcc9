"""The active WordPress theme, and its parent theme."""
