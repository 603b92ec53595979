"""The files for containers, held against the program: no engine is needed to read them."""

import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped]  # ships no types

from casino_war.web import config
from casino_war.web.cli.main import main
from casino_war.web.operations import deployment, limits, log_lines, server

ROOT = Path(__file__).resolve().parents[2]
USER = "10001"
APPS = ("app-1", "app-2", "laboratory", "watch", "upgrade")
VARIABLES = {
    config.INSTANCE_VARIABLE,
    config.DATABASE_VARIABLE,
    config.SIGNING_VARIABLE,
    config.OLD_KEYS_VARIABLE,
    log_lines.LOG_VARIABLE,
    limits.STORAGE_VARIABLE,
    *deployment.VARIABLES,
}


def text_of(name: str) -> str:
    return (ROOT / name).read_text()


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(text_of("compose.yaml"))
    return read


def image_variables() -> dict[str, str]:
    (block,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", text_of("Containerfile"), re.MULTILINE)
    pairs = (each.partition("=") for each in block.replace("\\\n", " ").split())
    return {name: value for name, _, value in pairs}


def is_known(variable: str) -> bool:
    """Say whether the program reads a variable: by name, or as an option of its command."""
    if variable in VARIABLES:
        return True
    command, _, option = variable.removeprefix("CASINO_WAR_").lower().partition("_")
    found = main.commands.get(command)
    return found is not None and any(each.name == option for each in found.params)


def test_the_image_and_its_services_say_nothing_that_the_program_does_not_read(
    compose: dict[str, Any],
) -> None:
    named = {name for name in image_variables() if name.startswith("CASINO_WAR")}
    for name in APPS:
        named |= set(compose["services"][name]["environment"])
    assert {name for name in named if not is_known(name)} == set()
    assert named >= VARIABLES
    assert "CASINO_WAR_RUN_HOST" in named
    assert not is_known("CASINO_WAR_RUN_NOTHING")


def test_the_image_runs_as_an_ordinary_user(compose: dict[str, Any]) -> None:
    lines = text_of("Containerfile").splitlines()
    assert [line for line in lines if line.startswith("USER")] == [f"USER {USER}"]
    # After it nothing is written any more.
    after = lines[lines.index(f"USER {USER}") :]
    assert not any(line.startswith(("RUN", "COPY", "ADD")) for line in after)
    for name, service in compose["services"].items():
        assert "no-new-privileges:true" in service["security_opt"], name
    for name in (*APPS, "limits", "proxy"):
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
    assert {compose["services"][name]["user"] for name in APPS} == {USER}


def test_what_the_program_writes_has_its_place(compose: dict[str, Any]) -> None:
    instance = image_variables()[config.INSTANCE_VARIABLE]
    for name in APPS:
        places = {each.partition(":")[0] for each in compose["services"][name]["tmpfs"]}
        assert places == {"/tmp", instance}
        (options,) = (each for each in compose["services"][name]["tmpfs"] if instance in each)
        assert f"uid={USER}" in options
    assert f"VOLUME {instance}" in text_of("Containerfile")


def test_what_is_copied_into_the_image_is_there_and_let_through() -> None:
    ignored = text_of(".containerignore").split()
    copied = re.findall(r"^COPY ((?!--).*)$", text_of("Containerfile"), re.MULTILINE)
    sources = [source for line in copied for source in line.split()[:-1]]
    assert {"casino_war", "templates", "migrations", "requirements/server.txt"} <= set(sources)
    for source in sources:
        assert (ROOT / source).exists()
        assert f"!{source.partition('/')[0]}" in ignored
    assert ignored[ignored.index("*")] == "*"


def test_the_proxy_finds_every_machine_and_waits_for_as_long(compose: dict[str, Any]) -> None:
    proxy = text_of("deploy/Caddyfile")
    port = image_variables()["CASINO_WAR_RUN_PORT"]
    machines = re.findall(r"\b(app-\d+):(\d+)", proxy)
    assert machines == [(name, port) for name in APPS if name.startswith("app-")]
    assert {name for name, _ in machines} <= compose["services"].keys()
    assert set(re.findall(r"\{\$([A-Z_]+)", proxy)) == {
        "CASINO_WAR_SITE",
        "CASINO_WAR_MACHINES",
    }
    assert "CASINO_WAR_SITE" in compose["services"]["proxy"]["environment"]
    assert "path /metrics /readyz" in proxy
    assert "health_uri /readyz" in proxy
    (mount,) = (each for each in compose["services"]["proxy"]["volumes"] if each.startswith("./"))
    assert (ROOT / mount.partition(":")[0]).is_file()
    # What one proxy says of a visitor counts, for there is one.
    assert compose["services"]["app-1"]["environment"]["CASINO_WAR_TRUSTED_PROXIES"] == "1"
    assert f"localhost:{port}" not in proxy
    assert f"EXPOSE {port}" in text_of("Containerfile")
    assert f"127.0.0.1:{port}/healthz" in text_of("Containerfile")


def test_the_other_services_run_commands_that_there_are(compose: dict[str, Any]) -> None:
    for name in ("laboratory", "watch", "upgrade"):
        service = compose["services"][name]
        command: click.Command = main
        for word in service["command"]:
            assert isinstance(command, click.Group)
            command = command.commands[word]
        # They answer no request by which their health could be asked.
        assert service["healthcheck"] == {"disable": True}


def test_nothing_is_ended_before_it_has_finished(compose: dict[str, Any]) -> None:
    for name in APPS:
        grace = int(compose["services"][name]["stop_grace_period"].removesuffix("s"))
        assert grace > server.GRACE_SECONDS + 10


def test_only_the_proxy_is_reached_from_outside(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert compose["networks"]["inside"]["internal"] is True
    assert {name for name, each in services.items() if "outside" in each["networks"]} == {"proxy"}


def test_every_secret_is_asked_for_and_none_is_there() -> None:
    asked = set(re.findall(r"\$\{([A-Z_]+)", text_of("compose.yaml")))
    examples = dict(
        line.split("=", 1)
        for line in text_of("deploy/env.example").splitlines()
        if line and not line.startswith("#")
    )
    assert asked == examples.keys()
    assert [value for name, value in examples.items() if name != "CASINO_WAR_SITE" and value] == []


# What reads everything and writes nothing: the Python of the tests may lie in a closed folder.
_CAPABILITIES = "-all,+dac_read_search"


def _as_ordinary_user() -> list[str]:
    """Return what a command is run by as a user who owns nothing of the source."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root needs setpriv, of util-linux, to become somebody else")
    nobody = pwd.getpwnam("nobody")
    return [
        *("setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"),
        *(f"--inh-caps={_CAPABILITIES}", f"--ambient-caps={_CAPABILITIES}"),
    ]


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder which `nobody` can reach: pytest's own are closed to others."""
    with tempfile.TemporaryDirectory(prefix="casino-war-home-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        yield folder


def test_the_command_runs_without_a_home_for_whoever_owns_nothing(home: Path) -> None:
    as_user = _as_ordinary_user()
    run = [sys.executable, "-P", "-c", "from casino_war.web.cli.main import main; main()", "run"]
    environment = image_variables() | {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        # The image has its code compiled; here nobody could write it down.
        "PYTHONDONTWRITEBYTECODE": "1",
        "CASINO_WAR_INSTANCE": str(home / "instance"),
        "CASINO_WAR_RUN_HOST": "127.0.0.1",
        "CASINO_WAR_RUN_PORT": "0",
        "TMPDIR": str(home),
    }
    log = home / "log"
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [*as_user, *run],
            env=environment,
            cwd="/",
            text=True,
            stdout=subprocess.PIPE,
            stderr=errors,
        ) as served,
    ):
        try:
            assert served.stdout is not None
            found = re.search(r"http://\S+", served.stdout.readline())
            assert found is not None, log.read_text()
            for page, says in (("readyz", b'"ready":true'), ("tables/classic", b"Buy in")):
                with urllib.request.urlopen(f"{found[0]}{page}", timeout=30) as answer:
                    assert says in answer.read()
        finally:
            served.terminate()
    assert served.returncode == 0
    assert "Traceback" not in log.read_text()
    written = [*(home / "instance").rglob("*")]
    assert {each.name for each in written} >= {"casino_war.sqlite3", "secret_key"}
    if as_user:
        assert {each.owner() for each in written} == {"nobody"}
