"""What a page names: files, hosts and short texts."""
