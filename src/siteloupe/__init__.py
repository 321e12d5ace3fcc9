"""siteloupe: what a public website runs, is built with, and looks like, seen from outside."""

from siteloupe.possessive import mend_possessive_groups

__version__ = "0.1.0"

mend_possessive_groups()  # before any module of this package compiles a pattern
