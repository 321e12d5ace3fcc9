"""The website: pages for people, the same pages as Markdown for agents, and what both look for."""
