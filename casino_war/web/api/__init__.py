"""The API: what a player can do in the pages, for programs, as JSON under ``/api/v1``.

It calls the same services as the pages and knows no rules of its own. An operation is a
function: what it takes and gives stands in its signature, from which requests are read and
the OpenAPI document is written.
"""
