"""Whether the site served its page or refused it, and who refused."""
