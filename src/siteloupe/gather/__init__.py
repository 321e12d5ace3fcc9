"""Gathering: the page first, then the parts that the analyses need. All waiting is here or in net."""
