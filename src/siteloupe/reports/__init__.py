"""The documents that callers read: one Struct for each object of the interface, with its names.

``None`` is JSON's null; ``UNSET`` is a field that is absent. Every field's ``description`` feeds the API
reference, the OpenAPI document and the MCP schema.
"""
