"""What is installed is what is locked; the check finds what is not."""

from importlib.metadata import version

from tools.requirements import LOCK, faults

HASH = "sha256:" + "0" * 64


def test_what_is_installed_is_locked() -> None:
    assert [*faults(LOCK.read_text("utf-8"))] == []


def test_what_differs_is_found() -> None:
    flask = version("flask")
    lock = f"""\
flask==0.1 \\
    --hash={HASH}
not-there==1.0 \\
    --hash={HASH}
elsewhere==1.0 ; sys_platform == "no-such" \\
    --hash={HASH}
Flask=={flask} \\
    --hash=sha256:abc
flask=={flask}
"""
    assert [*faults(lock)] == [
        f"flask {flask} is installed, ==0.1 is locked",
        "not-there is locked and not installed",
        "Flask has no hash in the lock",
        "flask has no hash in the lock",
    ]
