"""Font files → facts. The readers check each count and length in a file: hostile files claim anything."""
