"""Reports for people: shared rules first, then one walker for each medium."""
