"""How a report is read by people: shared judgement first, then one walker for each medium."""
