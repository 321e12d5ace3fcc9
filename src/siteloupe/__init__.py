"""siteloupe: what a public website runs, is built with, and looks like, seen from outside."""

__version__ = "0.1.0"
