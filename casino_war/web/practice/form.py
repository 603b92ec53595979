"""From the forms of the practice room to command values: reads and refuses, decides nothing."""

import re

from casino_war.errors import N_, InvalidFormError
from casino_war.game.events import Seat
from casino_war.game.money import shorten
from casino_war.game.war_actions import SEATS
from casino_war.game.war_line import changed_rules
from casino_war.game.war_presets import find
from casino_war.services.house import FIRST_CLIENT_SEED
from casino_war.services.practice.commands import (
    Choose,
    ChooseSeed,
    Flip,
    NameSeat,
    StandIn,
    StartPractice,
    TakeBack,
    TakeSeat,
    settings_of,
)
from casino_war.services.practice.page import GamePage
from casino_war.web.forms import Form, read_field, read_key, read_number, read_version

TO_END = "end"
"""What stands in place of a number of battles to play to the end."""

_WORDS = re.compile(r"[\s,;&]+")


def read_start(form: Form, visitor: str, last: GamePage | None = None) -> StartPractice:
    """Read the start of a game by the browser called *visitor*.

    ``rules`` are a preset's key and what is set otherwise: ``classic war_face_down=3``. The
    number of seats is the number of players, who are those of the *last* game if there is one.

    Raises:
        InvalidRulesError, UnknownPresetError: there are no such rules.
        InvalidFormError: a field is missing.
    """
    seats = ("",) * len(last.seats) if last is not None else _read_seats(form)
    first, *words = [word for word in _WORDS.split(read_field(form, "rules")) if word] or [""]
    if "=" in first:
        first, words = "classic", [first, *words]
    preset = find(first.partition("@")[0])
    settings = dict(word.partition("=")[::2] for word in words)
    rules = changed_rules(preset, settings | {"players": str(len(seats))})
    if last is not None:
        seats = _seats_again(last, is_same_game=rules.choice is last.rules.choice)
    return StartPractice(
        key=read_key(form),
        version=0,
        preset_key=preset.key,
        settings=settings_of(rules),
        seats=seats,
        client_seed=form.get("client_seed") or FIRST_CLIENT_SEED,
        visitor=visitor,
        rematch_of=None if last is None else last.game.link,
    )


def _read_seats(form: Form) -> tuple[str, ...]:
    return tuple(text.strip() for text in read_field(form, "seats").split(","))


def read_again(form: Form, page: GamePage, visitor: str) -> StartPractice:
    """Read the wish to play a game once more: with fresh cards, or (``rules``) with the same."""
    rules, preset = page.rules, page.preset
    same_deal = form.get("rules")
    if same_deal:
        preset = find(same_deal)
        rules = changed_rules(preset, {"players": str(page.rules.players)})
    return StartPractice(
        key=read_key(form),
        version=0,
        preset_key=preset.key,
        settings=settings_of(rules),
        seats=_seats_again(
            page, is_same_game=rules.choice is page.rules.choice, is_same_people=not same_deal
        ),
        client_seed=form.get("client_seed") or page.game.client_seed,
        visitor=visitor,
        rematch_of=None if same_deal else page.game.link,
        deal_of=page.game.link if same_deal else None,
    )


def _seats_again(
    page: GamePage, *, is_same_game: bool, is_same_people: bool = True
) -> tuple[str, ...]:
    """Keep persons and computers in their places.

    Other games have other computer players; to a game that does not follow, persons who
    are elsewhere come by its own link.
    """
    seats = []
    for seat in page.seats:
        if seat.strategy_key is not None:
            seats.append(f"computer:{seat.strategy_key}" if is_same_game else "computer")
        elif seat.is_free or (page.is_shared and not is_same_people and not seat.is_yours):
            seats.append("elsewhere")
        else:
            seats.append("person")
    return tuple(seats)


def read_seed(form: Form, link: str) -> ChooseSeed:
    """Read a client seed; spaces in it count."""
    return ChooseSeed(
        key=read_key(form),
        version=read_version(form),
        link=link,
        client_seed=read_field(form, "client_seed"),
    )


def read_flip(form: Form, link: str) -> Flip:
    """Read how many battles to play."""
    text = form.get("battles", "1")
    battles = None if text == TO_END else max(1, read_number(text, "battles"))
    return Flip(key=read_key(form), version=read_version(form), link=link, battles=battles)


def read_choose(form: Form, link: str) -> Choose:
    """Read the choice of a seat."""
    return Choose(
        key=read_key(form),
        version=read_version(form),
        link=link,
        seat=_required_seat(form),
        turn=read_number(read_field(form, "turn"), "turn"),
        action=read_field(form, "action"),
        and_rest=form.get("rest") == "yes",
    )


def read_take_seat(form: Form, link: str, visitor: str) -> TakeSeat:
    """Read which free seat the browser called *visitor* takes, and under which name."""
    return TakeSeat(
        key=read_key(form),
        version=0,
        link=link,
        seat=_required_seat(form),
        name=read_field(form, "name"),
        visitor=visitor,
    )


def read_name_seat(form: Form, link: str) -> NameSeat:
    """Read another name for a seat."""
    return NameSeat(
        key=read_key(form),
        version=read_version(form),
        link=link,
        seat=_required_seat(form),
        name=read_field(form, "name"),
    )


def read_stand_in(form: Form, link: str) -> StandIn:
    """Read for which seat the computer shall play."""
    return StandIn(
        key=read_key(form), version=read_version(form), link=link, seat=_required_seat(form)
    )


def read_take_back(form: Form, link: str) -> TakeBack:
    """Read which seat its player takes back."""
    return TakeBack(
        key=read_key(form), version=read_version(form), link=link, seat=_required_seat(form)
    )


def _required_seat(form: Form) -> Seat:
    seat = read_seat(read_field(form, "seat"))
    if seat is None:
        raise _no_seat(form.get("seat", ""))
    return seat


def read_seat(text: str | None) -> Seat | None:
    """Read the letter of a seat, None for none.

    Raises:
        InvalidFormError: it is no seat.
    """
    if not text:
        return None
    if len(text) != 1 or text not in SEATS:
        raise _no_seat(text)
    return SEATS.index(text)


def _no_seat(text: str) -> InvalidFormError:
    return InvalidFormError(
        N_("%(text)s is no seat: seats are A, B, C and D."), reason="seat", text=shorten(text)
    )
