"""Font files → facts: what a file says of itself. Each count and length in it is a claim, to be checked."""
