"""What every HTTP face stands on: the front, failures as responses, and who the caller is. Plain ASGI."""
