"""CSS: bytes in, facts out. No module of it fetches, waits, or knows what a website is."""
