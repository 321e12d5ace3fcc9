"""Judging: one question a module, pure functions from what was captured to what is reported."""
