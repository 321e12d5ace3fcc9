"""Gathering: the page first, then what the analyses need; everything that waits is here or in net."""
