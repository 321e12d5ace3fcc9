"""The Model Context Protocol: the same analyses as tools for agents, over HTTP and over standard input.

Stateless: each request says all there is to know, and eight methods answer it. Versions 2025-06-18,
2025-03-26 and 2024-11-05 of https://modelcontextprotocol.io/specification, and the views of
``io.modelcontextprotocol/ui`` (https://github.com/modelcontextprotocol/ext-apps).
"""
