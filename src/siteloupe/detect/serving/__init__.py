"""The providers that serve the page, and how fast it can load."""
