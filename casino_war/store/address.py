"""How the address of a database is told to people."""

from casino_war.store.database import read_url


def shown_url(url: str) -> str:
    """Print an address without its password, be it before the @ or in the query.

    Raises:
        CasinoWarError: it is no address of a database.
    """
    read = read_url(url)
    secret = {name: "..." for name in read.query if "password" in name}
    return read.update_query_dict(secret).render_as_string()
