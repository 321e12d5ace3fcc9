"""Which fonts a page names, loads and uses."""
