"""The refusal of a request whose fields are not as the document says."""

from casino_war.errors import N_, InvalidRequestError


def not_as_documented(*faults: tuple[str, str]) -> InvalidRequestError:
    """Refuse a request for its fields: each with what is wrong with it, translated already."""
    return InvalidRequestError(
        N_("The request is not as documented: see its fields."), faults=faults
    )
