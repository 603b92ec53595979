"""How often passwords may be tried: by name and by address, counted in the database.

A name that nobody has is counted like any other, so that it tells nothing.
"""

import hashlib
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Network, ip_address

from sqlalchemy import Connection

from casino_war.errors import N_, TooManyTriesError
from casino_war.services.house import House
from casino_war.store import sign_in_tries

PERIOD = timedelta(minutes=15)
"""After its first try a bucket begins anew once this is over."""

TRIES_OF_NAME = 10
TRIES_OF_ADDRESS = 60
"""More than of a name: a school's whole class may come from one address."""

HOUSEHOLD_BITS = 64
"""So many leading bits are the same for all IPv6 addresses of one connection."""


def count_tries(house: House, name_key: str, address: str | None = None) -> None:
    """Count a try, in a transaction of its own, before the password is looked at.

    Raises:
        TooManyTriesError: there were too many within the period, this one included.
    """
    limits = {_bucket("name", name_key): TRIES_OF_NAME}
    if address:
        limits[_bucket("address", counted_address(address))] = TRIES_OF_ADDRESS
    at = house.clock()

    def work(connection: Connection) -> bool:
        tries = {
            # In one order, so that two never wait for each other.
            bucket: sign_in_tries.count_try(connection, bucket, start=at - PERIOD, at=at)
            for bucket in sorted(limits)
        }
        if min(tries.values()) == 1:
            sign_in_tries.drop_old_tries(connection, at - PERIOD)
        return any(tries[bucket] > limit for bucket, limit in limits.items())

    if house.database.write(work):
        raise TooManyTriesError(
            N_("That was tried too often: wait %(minutes)s minutes and try again."),
            reason="tries",
            minutes=int(PERIOD.total_seconds()) // 60,
        )


def forget_name(connection: Connection, name_key: str) -> None:
    """Let the tries of a name begin anew, which was told with its password."""
    sign_in_tries.forget_tries(connection, _bucket("name", name_key))


def counted_address(address: str) -> str:
    """Return what an address is counted as: IPv6 gives each household 2^64 of them."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, HOUSEHOLD_BITS), strict=False))


def _bucket(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind} {text}".encode()).hexdigest()
