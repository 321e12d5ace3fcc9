"""The files, hosts and short texts of a page."""
