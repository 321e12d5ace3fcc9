"""Does WordPress run here: signals, directories, version and REST root."""
