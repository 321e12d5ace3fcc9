"""Which other products a page and its headers show."""
