"""The parts of every HTTP interface: the front, failures as responses, and the caller. Plain ASGI."""
