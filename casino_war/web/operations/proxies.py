"""Proxies in front of the site, and whose word of them counts.

What a proxy says of the visitor stands in headers that anybody may send. They count for
nothing until the operator says which machines are proxies: how many stand one behind the
other before the site, or from which networks they come.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from werkzeug.http import parse_list_header
from werkzeug.middleware.proxy_fix import ProxyFix

from casino_war.errors import N_, CasinoWarError

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PROXIES_VARIABLE = "CASINO_WAR_TRUSTED_PROXIES"
HOPS_MAX = 9

_FROM_PROXY = "casino_war.from_proxy"
_PREFIX = "HTTP_X_FORWARDED_PREFIX"
_PORTED = re.compile(r"\[(?P<six>[^\]]*)\](:[0-9]{1,5})?|(?P<four>[0-9.]+):[0-9]{1,5}")
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*/?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustedProxies:
    """So many proxies one behind the other, or any from these networks."""

    hops: int = 0
    networks: Sequence["IPv4Network | IPv6Network"] = field(default=())

    def __bool__(self) -> bool:
        """Say whether there is any."""
        return bool(self.hops or self.networks)

    def hops_of(self, environ: "WSGIEnvironment") -> int:
        """Count the trusted proxies that a request has come through, 0 if it came straight."""
        if not self.networks:
            return self.hops
        if not self._is_proxy(environ.get("REMOTE_ADDR", "")):
            return 0
        seen = parse_list_header(environ.get("HTTP_X_FORWARDED_FOR", ""))
        hops = 1
        # The last is the visitor's, be it a proxy or not.
        for address in reversed(seen[1:]):
            if not self._is_proxy(address):
                break
            hops += 1
        return hops

    def _is_proxy(self, address: str) -> bool:
        found = read_address(address)
        return found is not None and any(found in network for network in self.networks)


def read_address(text: str) -> "IPv4Address | IPv6Address | None":
    """Read an address as proxies write it, with a port or without; None if it is none.

    IPv6 with a port stands in brackets. An IPv4 address within IPv6 is read as what it is.
    """
    given = text.strip()
    ported = _PORTED.fullmatch(given)
    try:
        found = ip_address((ported["six"] or ported["four"]) if ported else given)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def read_proxies(text: str) -> TrustedProxies:
    """Read a number of proxies, or networks and addresses with commas between.

    Raises:
        CasinoWarError: it is neither.
    """
    given = text.strip()
    if given.isascii() and given.isdigit() and len(given) == len(str(HOPS_MAX)):
        return TrustedProxies(hops=int(given))
    try:
        networks = tuple(ip_network(each.strip()) for each in given.split(",") if each.strip())
    except ValueError as error:
        raise CasinoWarError(
            N_("%(variable)s is a number from 0 to %(most)s, or networks such as 10.0.0.0/8."),
            reason="proxies",
            variable=PROXIES_VARIABLE,
            most=HOPS_MAX,
        ) from error
    return TrustedProxies(networks=networks)


def behind(app: "WSGIApplication", proxies: TrustedProxies) -> "WSGIApplication":
    """Let an application see visitors as the trusted proxies before it saw them.

    The nearest proxy says by which scheme, name and path the site was asked for.
    """
    fixed = ProxyFix(app, x_for=0, x_proto=1, x_host=1, x_prefix=1)

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        hops = min(proxies.hops_of(environ), HOPS_MAX)
        if not hops:
            return app(environ, start_response)
        environ[_FROM_PROXY] = True
        seen = parse_list_header(environ.get("HTTP_X_FORWARDED_FOR", ""))
        visitor = read_address(seen[-hops]) if len(seen) >= hops else None
        # A word that is no address ("unknown") must not be somebody's own: who are so told
        # are counted together, as the proxy.
        if visitor is not None:
            environ["REMOTE_ADDR"] = str(visitor)
        # Most proxies hand on what a visitor made up here: each link would begin with it.
        if not all(map(_PATH.fullmatch, parse_list_header(environ.get(_PREFIX, "")))):
            del environ[_PREFIX]
        return fixed(environ, start_response)

    return answer


def is_from_proxy(environ: "WSGIEnvironment") -> bool:
    """Say whether a trusted proxy has handed a request on."""
    return bool(environ.get(_FROM_PROXY))
