"""The HTTP interface: access, parameters and answers. Plain ASGI; each path is one app."""
