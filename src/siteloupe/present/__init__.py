"""How a report is read by people: shared judgment first, then one walker for each medium."""
