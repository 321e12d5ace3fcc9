"""The website: pages for people, the same pages as Markdown for agents, and files that both look for."""
