"""Shells are told what can be typed, as docs/commands.md says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from casino_war.web.cli.main import main

ROOT = Path(__file__).resolve().parents[3]


def ask(shell: str, instruction: str, **settings: str) -> str:
    variables = {"_CASINO_WAR_COMPLETE": f"{shell}_{instruction}", **settings}
    result = CliRunner().invoke(main, [], env=variables, prog_name="casino-war")
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_is_told_how_to_ask(shell: str) -> None:
    assert f"_CASINO_WAR_COMPLETE={shell}_complete" in ask(shell, "source")


@pytest.mark.parametrize(
    ("shell", "words", "at"), [("bash", "casino-war db c", "2"), ("zsh", "casino-war db c", "2")]
)
def test_a_shell_is_told_the_commands(shell: str, words: str, at: str) -> None:
    told = ask(shell, "complete", COMP_WORDS=words, COMP_CWORD=at)
    assert {"check", "copy", "current"} <= set(told.replace(",", "\n").split())
    assert "upgrade" not in told


def test_fish_is_told_the_options() -> None:
    told = ask("fish", "complete", COMP_WORDS="casino-war audit --", COMP_CWORD="--")
    assert "--full\tRead everything, not only what is new." in told


def test_bash_completes(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")  # Some systems have none; the others are asked above.
    program = tmp_path / "casino-war"
    program.write_text(
        f"#!{sys.executable}\n"
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from casino_war.web.cli.main import main; main()\n"
    )
    program.chmod(0o755)
    (tmp_path / "casino-war.bash").write_text(ask("bash", "source"))
    script = (
        "source casino-war.bash; COMP_WORDS=(casino-war table p); COMP_CWORD=2;"
        ' _casino_war_completion casino-war; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        [bash, "-c", script],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "publish\n", done.stderr
