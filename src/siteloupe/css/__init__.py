"""CSS: bytes in, facts out. No part of it fetches, waits, or knows what a website is."""
