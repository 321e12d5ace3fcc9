"""Judging: each module answers one question about a capture, and none of them waits for anything."""
