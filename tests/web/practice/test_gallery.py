"""The gallery, the rules pages and the editor of the practice room."""

import re
from html import unescape

import pytest
from flask import Flask

from casino_war.game.war_events import Compared, Turned
from casino_war.game.war_nearest import read_spelled
from casino_war.game.war_presets import PRESETS, WarPreset, find
from casino_war.game.war_rules import CHOICES, Value, WarRules, faults_of
from casino_war.game.war_views import seen
from casino_war.game.war_ways import ways
from casino_war.services.war_lengths import lengths_of
from casino_war.web.practice.words import tell_battle
from casino_war.web.war.example import example_events
from casino_war.web.war.preset_words import HISTORIES, SUMMARIES
from casino_war.web.war.rule_words import HINTS, SECTIONS, TITLES, WORDS
from casino_war.web.war.words import tell_rules
from tests.audits import audit
from tests.web.browser import Browser, find_form

START = "/practice/games"
DRAWN = (Turned, Compared)
KEEP = "/practice/own-rules"


def titles(page: str) -> list[str]:
    """The games that the gallery shows."""
    return [unescape(title) for title in re.findall(r"<h2>(.*?)</h2>", page)]


def text_of(page: str) -> str:
    """The page's words on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def all_titles() -> list[str]:
    return [preset.title for preset in PRESETS]


def test_the_gallery_shows_every_game_with_its_length(reader: Browser) -> None:
    page = reader.get("/practice")
    assert titles(page) == all_titles()
    for preset in PRESETS:
        assert str(SUMMARIES[preset.key]) in unescape(page)
        assert f'href="/practice/rules/{preset.key}"' in page
        told = lengths_of(preset, preset.players[0])
        assert f"{told.median_battles:,} battles" in page
    assert 'aria-current="page">Practice' in page


@pytest.mark.parametrize(
    ("query", "some", "none"),
    [
        ("players=4", ["four_handed", "razboi"], ["classic", "arneson"]),
        ("players=2", ["classic"], ["four_handed", "multiplayer"]),
        ("pace=quick", ["three_wars", "tod_und_leben"], ["classic"]),
        ("pace=long", ["classic", "sudden_death"], ["razboi"]),
        ("pace=medium", ["three_down"], ["classic", "tod_und_leben"]),
        ("decisions=yes", ["steal_war", "arneson", "arrange_spoils"], ["classic"]),
        ("decisions=no&players=3", ["razboi"], ["steal_war"]),
        ("name=P’YANITSA", ["pyanitsa", "pyanitsa_down_up"], ["classic"]),
        ("name=krig", ["norwegian"], ["classic"]),
        ("name=drunkard", ["pyanitsa"], ["razboi"]),
    ],
)
def test_filters_are_in_the_address(
    reader: Browser, query: str, some: list[str], none: list[str]
) -> None:
    page = reader.get(f"/practice?{query}")
    shown = titles(page)
    assert 0 < len(shown) < len(PRESETS)
    assert {find(key).title for key in some} <= set(shown)
    assert not {find(key).title for key in none} & set(shown)
    assert "Show all games" in page


def test_what_is_not_found_is_answered_with_the_nearest(reader: Browser) -> None:
    page = reader.get("/practice?name=clasic+gamme")
    assert "No such game here" in page
    assert 'href="/practice/rules/classic"' in page
    assert "none of the choices" in reader.get("/practice?pace=soon", 422)
    assert "more than once" in reader.get("/practice?players=2&players=3", 422)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_rules_page_tells_draws_and_starts(reader: Browser, preset: WarPreset) -> None:
    for players in preset.player_counts:
        page = reader.get(f"/practice/rules/{preset.key}?players={players}")
        words = text_of(page)
        assert f"The rules for {players} players" in words
        assert all(str(paragraph) in words for paragraph in HISTORIES[preset.key])
        assert preset.source in words
        rules = WarRules.from_data({**preset.rules.to_data(), "players": players})
        events = example_events(rules)
        assert page.count('class="replay-step"') == len(events)
        # Nobody is out already, so that the page shows a card of each player.
        turned = [len(event.cards) for event in events if isinstance(event, Turned)]
        assert {*turned} <= {players}
        # Cards that are drawn are not named as well; all else is told as at the table.
        told = [seen(event, None, rules) for event in events if not isinstance(event, DRAWN)]
        with reader.app.test_request_context():
            assert [each for each in tell_battle(told, rules) if each not in words] == []
        fields = find_form(page, START)
        assert read_spelled(fields["rules"])[1] == rules
        seats = re.findall(r'<option value="((?:person|computer)[^"]*)"', page)
        assert {seat.count(",") + 1 for seat in seats} == {players}
        assert seats[0].startswith("person,computer")
    assert " style=" not in page


def test_names_lead_to_the_page_of_the_key(reader: Browser) -> None:
    answer = reader.client.get("/practice/rules/Пьяница")
    assert answer.status_code == 302
    assert answer.location == "/practice/rules/pyanitsa"
    assert "nearest names are classic," in reader.get("/practice/rules/clasic", 404)
    assert "This game is for 2 players, not" in unescape(
        reader.get("/practice/rules/raw?players=3", 422)
    )


def test_every_rule_and_preset_has_words() -> None:
    keys = {preset.key for preset in PRESETS}
    assert set(SUMMARIES) == set(HISTORIES) == keys
    listed = [name for _key, _heading, names in SECTIONS for name in names]
    assert sorted(listed) == sorted(CHOICES) == sorted(TITLES) == sorted(HINTS)
    printed = {True: "yes", False: "no"}
    for name, choices in CHOICES.items():
        for value in choices:
            shown = printed[value] if isinstance(value, bool) else value
            assert isinstance(shown, int) or (name, str(shown)) in WORDS


TOLD_WITH: dict[str, dict[str, Value]] = {
    "combine": {"cards_per_turn": 2},
    "joker_placement": {"jokers": 2},
    "limit_result": {"battle_limit": 9},
    "rank_count": {"war_face_down": "by_rank"},
    "rank_values": {"war_face_down": "by_rank"},
    "undealt_cards": {"players": 3},
    "war_entrants": {"players": 3},
    "wars_to_win": {"objective": "wars_won"},
}
"""What a field needs to have an effect."""


def test_each_value_of_each_rule_is_told_in_its_own_words(app: Flask) -> None:
    told: dict[str, list[str]] = {}
    with app.test_request_context():
        for name, choices in CHOICES.items():
            base = {**WarRules().to_data(), **TOLD_WITH.get(name, {})}
            for value in choices or (0, 10):
                data: dict[str, object] = {**base, name: value}
                way = next((way for way in ways(base, name) if way.value == value), None)
                data |= {} if way is None else way.also or {}
                if not faults_of(data):
                    rules = WarRules.from_data(data)
                    told.setdefault(name, []).append(str(tell_rules(rules)))
    assert set(told) == set(CHOICES)
    assert {name for name, texts in told.items() if len(set(texts)) < len(texts)} == set()


def test_the_editor_greys_what_does_not_go_together_and_leads_to_it(reader: Browser) -> None:
    page = reader.get("/practice/new")
    greyed = set(re.findall(r'id="([a-z_]+-[a-z_0-9]+)" disabled', page))
    assert "captured_to-scored" in greyed
    assert "captured_to-stock_bottom" not in greyed
    assert "Won cards that only count" in page
    (with_both,) = re.findall(r'href="([^"]+)#captured_to"', page)
    changed = reader.get(unescape(with_both))
    assert "Where won cards go" in changed
    assert 'id="captured_to-scored" checked' in changed
    assert 'id="objective-most_cards" checked' in changed


def test_fields_become_a_link_that_tells_the_difference(reader: Browser) -> None:
    answer = reader.client.get("/practice/new?rules=three_down&players=4&battle_limit=+500")
    assert answer.status_code == 302
    page = reader.get(answer.location)
    words = text_of(page)
    assert "The nearest named game: Three face down" in words
    assert "there: 2 here: 4" in words
    assert "there: None here: 500" in words
    assert "13 to each of 4 players" in words
    assert "The game stops after 500 battles." in words
    spelled = find_form(page, START)["rules"]
    assert read_spelled(spelled)[1] == WarRules(war_face_down=3, players=4, battle_limit=500)
    assert find_form(page, KEEP)["rules"] == spelled
    # A script is answered in place.
    assert reader.client.get("/practice/new?players=3&live=yes").status_code == 200


def test_every_fault_stands_beside_its_field_and_nothing_is_lost(reader: Browser) -> None:
    query = "players=7&deck=36&captured_to=scored&battle_limit=many&dekc=36&jokers=2"
    page = reader.get(f"/practice/new?{query}", 422)
    for name, said in (
        ("players", "Players cannot be &#39;7&#39;; possible: 2, 3, 4."),
        ("battle_limit", "Battle limit cannot be &#39;many&#39;"),
        ("captured_to", "Won cards that only count"),
    ):
        start = page.index(f'id="{name}-fault"')
        assert said in page[start : page.index("</div>", start)]
    assert page.count('aria-invalid="true"') == 4
    assert "no rule called &#39;dekc&#39;" in page
    assert 'value="many"' in page
    assert 'id="deck-36" checked' in page
    assert 'id="jokers-2" checked' in page
    assert 'value="7" id="players--" checked' in page
    assert f'action="{START}"' not in page


@pytest.mark.parametrize("query", ["rules=nowhere", "rules=classic@1+players"])
def test_rules_that_cannot_be_read_are_told(reader: Browser, query: str) -> None:
    status = 404 if "nowhere" in query else 422
    assert "nowhere" in reader.get(f"/practice/new?{query}", status) or status == 422


def test_rules_are_kept_by_name_and_given_up(visitor: Browser) -> None:
    editor = "/practice/new?rules=peace@1+players=3"
    answer = visitor.submit(editor, KEEP, name="  Quiet   evening ")
    page = visitor.get(answer.location.partition("#")[0])
    assert "Kept as Quiet evening" in page
    gallery = visitor.get("/practice")
    assert "Quiet evening" in gallery
    assert "from Peace, version 1" in gallery
    visitor.submit("/practice", f"{KEEP}/drop")
    assert "Quiet evening" not in visitor.get("/practice")
    assert audit(visitor.app.extensions["casino_war"]) == []


def test_a_refused_name_keeps_the_rules_and_what_was_typed(visitor: Browser) -> None:
    editor = "/practice/new?rules=peace@1+players=3"
    page = visitor.submit(editor, KEEP, 422, name=" ").text
    assert "Give the rules a name." in page
    assert 'id="players-3" checked' in page
    page = visitor.submit(editor, KEEP, 422, name="x" * 61).text
    assert "x" * 61 in page
    foreign = visitor.form(editor, KEEP) | {"csrf_token": "x", "name": "Mine"}
    page = visitor.send(KEEP, foreign, 400).text
    assert "Here it is afresh" in page
    assert 'value="Mine"' in page
    fields = visitor.form(editor, KEEP) | {"name": "Mine", "rules": "classic@1 deck=37"}
    assert "37" in visitor.send(KEEP, fields, 422).text
    assert "Mine" not in visitor.get("/practice")
    fields = visitor.form(editor, KEEP) | {"name": "Nothing"}
    assert visitor.client.post(f"{KEEP}/drop", data=fields).status_code == 403


@pytest.mark.parametrize(
    ("path", "seats", "players"),
    [
        ("/practice?name=razboi", "person,person,computer,computer", 4),
        ("/practice?players=3&name=steal", "person,computer:honest,computer:honest", 3),
        ("/practice/rules/razboi?players=3", "person,computer,computer", 3),
        ("/practice/new?rules=peace@1+battle_limit%3D9", "computer,computer", 2),
    ],
)
def test_every_start_form_starts_its_game(
    visitor: Browser, path: str, seats: str, players: int
) -> None:
    assert f'value="{seats}"' in visitor.get(path)
    answer = visitor.submit(path, START, seats=seats)
    page = visitor.get(answer.location)
    table = page[page.index('id="seats-heading"') :]
    table = table[: table.index("</dl>")]
    assert table.count("<dt>") == players
    assert table.count("At this screen") == seats.count("person")
    assert audit(visitor.app.extensions["casino_war"]) == []
