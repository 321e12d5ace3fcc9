"""Fetching: the only code that opens a socket."""
