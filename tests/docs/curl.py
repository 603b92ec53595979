"""As much of curl as the documentation uses, for machines without it."""

import json
import os
from urllib.request import Request, urlopen

SITE = "http://127.0.0.1:8000"
"""Where the documentation's site is."""
SITE_VARIABLE = "CASINO_WAR_TEST_SITE"
"""Names where the tests serve it."""
SECONDS_MAX = 20


def curl(words: list[str]) -> bytes:
    """Send the request that curl would, and return the answer; one that refuses raises."""
    rest = iter(words)
    headers: dict[str, str] = {}
    method, data, address = None, None, ""
    for word in rest:
        match word:
            case "-H":
                name, _, value = next(rest).partition(":")
                headers[name] = value.strip()
            case "-X":
                method = next(rest)
            case "--json":
                text = next(rest)
                assert json.loads(text) is not None
                data = text.encode()
                headers |= {"Content-Type": "application/json", "Accept": "application/json"}
            case _:
                assert word.startswith(f"{SITE}/"), f"{word} is not told of"
                address = word.replace(SITE, os.environ[SITE_VARIABLE])
    with urlopen(Request(address, data, headers, method=method), timeout=SECONDS_MAX) as answer:
        told: bytes = answer.read()
        return told
