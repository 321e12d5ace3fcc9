"""The HTTP face: who may ask, what they ask, and how it is answered. Plain ASGI; each path is one app."""
