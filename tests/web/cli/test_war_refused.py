"""Bad input to the command line of War: one line, exit status 2, and nothing else."""

import os
import subprocess
import sys

import pytest

from tests.web.war_commands import PROGRAM, environment, run, war

WRONG = {
    "unknown preset": ("play --rules clasic", "'clasic'; the nearest names are classic,"),
    "unknown parameter": ("play --set war_face_dwn=3", "nearest names are war_face_down,"),
    "unknown value": ("play --set deck=53", "deck cannot be '53'; possible: 52, 36, 32."),
    "unknown word": ("play --set tie_action=wars", "possible: war, split."),
    "Arabic digits in a rule": ("play --set battle_limit=١٠", "battle_limit cannot be '١٠'"),
    "impossible rules": (
        "play --set ace_rank=low --set lowest_beats_ace=yes",
        "ace_rank=low, lowest_beats_ace=yes.",
    ),
    "no value": ("play --set deck", "'deck' is not name=value."),
    "a rule twice": ("play --set deck=36 --set deck=36", "'deck' is set twice."),
    "malformed card": ("play --stocks 7S,1D|KS", "'1D' is not a card."),
    "small letters": ("play --stocks 7s|KS", "'7s' is not a card."),
    "duplicate card": ("play --stocks 7S,KS|KS", "'KS' stands twice."),
    "duplicate card in a pile": ("play --rules steal_war --stocks 7S/KS|KS", "'KS' stands twice."),
    "a pile where there is none": ("play --stocks 7S/KS|2S", "There are no side piles"),
    "a joker without jokers": ("play --stocks X1|KS", "'X1' is not in the pack."),
    "a card below the pack": ("play --set deck=36 --stocks 2S|KS", "'2S' is not in the pack."),
    "one stock": ("play --stocks 7S", "The stocks are 1, but 2 to 4 players"),
    "five stocks": ("play --stocks 7S|8S|9S|TS|JS", "The stocks are 5, but 2 to 4 players"),
    "no stocks": ("play --stocks=", "The stocks are 1, but 2 to 4 players"),
    "an empty stock": ("play --stocks 7S|", "Each player needs a stock"),
    "stocks for other players": (
        "play --set players=3 --stocks 7S|8S",
        "There are 2 stocks for 3 players.",
    ),
    "rules for two": ("play --rules jokers_one_each --stocks 7S|8S|9S", "players=3."),
    "seed of letters": ("play --seed x", "'x' is not a whole number in digits."),
    "seed below range": ("play --seed=-1", "'-1' is not a whole number in digits."),
    "seed above range": (f"play --seed {2**64}", f"{2**64} is not in the range"),
    "huge seed": ("play --seed " + "9" * 3_000, "'--seed'"),
    "Arabic seed": ("play --seed ٣", "'٣' is not a whole number in digits."),
    "underscores": ("play --battles 1_0", "'1_0' is not a whole number in digits."),
    "negative battles": ("play --battles=-1", "'-1' is not a whole number in digits."),
    "no decision to make": (
        "play --decisions A:play",
        "takes no decision 'A:play':",
    ),
    "no decision": ("play --decisions A-play", "'A-play' is no part of a game of War."),
    "unknown strategy": ("play --strategy bogus", "'bogus'"),
    "no line": ("play --line war/2", "'war/2' is not the notation of a game of War."),
    "a line and more": (
        "play --line war/1,classic@1,seed=1 --set deck=36 --json",
        "--line tells the whole game: leave out --set.",
    ),
    "a line with a fault": ("play --line war/1,classic@1,seed=x", "'seed=x' is no part"),
    "unknown option": ("play --sed 1", "No such option '--sed'"),
    "an argument": ("play classic", "unexpected extra argument"),
    "unknown command": ("plays", "No such command 'plays'."),
    "too many ranks": ("enumerate --ranks 14 --suits 1", "14 is not in the range"),
    "no suits": ("enumerate --ranks 3", "Missing option '--suits'."),
    "one card": ("enumerate --ranks 1 --suits 1", "two cards at least."),
    "three players": ("enumerate --ranks 3 --suits 1 --set players=3", "for two players"),
    "ranks that the pack lacks": ("enumerate --ranks 9 --suits 1 --set deck=32", "not in the pack"),
    "games with decisions": ("enumerate --ranks 3 --suits 1 --rules arneson", "decide something"),
}


@pytest.mark.parametrize(("command", "message"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_line_and_exit_status_2(command: str, message: str) -> None:
    args = [word.replace("war/1,classic@1,", "war/1 classic@1 ") for word in command.split()]
    done = war(*args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("casino-war: ")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_bad_input_leaves_a_process_with_status_2_too() -> None:
    done = run("play", "--stocks", "7S KS | KS")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "casino-war: 'KS' stands twice.\n"


def test_a_reader_who_has_gone_away_sees_no_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "war", "rules"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")
