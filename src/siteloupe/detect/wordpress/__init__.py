"""WordPress itself: its signals, directories, version and REST root."""
