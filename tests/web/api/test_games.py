"""Practice games by the API: started, played to the end with choices, told battle by battle."""

from flask import Flask

from tests.audits import audit
from tests.web.api.program import Json, Program

COMPUTERS = ["computer", "computer"]


def act(program: Program, game: Json, what: str, status: int = 200, **body: object) -> Json:
    path, told = f"/games/{game['link']}/{what}", {"version": game["version"], **body}
    return program.send(path, told, status)


def test_a_game_is_played_to_its_end(other: Program) -> None:
    game = other.send("/games", {"preset": "War", "settings": {"war_face_down": 3}})
    assert (game["preset"], game["rules"]["war_face_down"], game["stage"]) == ("classic", 3, "deal")
    assert game["proof"]["server_seed"] is game["battle"] is game["dealt_at"] is None
    seed = {"version": game["version"], "client_seed": "mine"}
    game = other.send(f"/games/{game['link']}/client-seed", seed, 200, "PUT")
    game = act(other, game, "acts", act="deal")
    assert game["battle"]["number"] == 0
    game = act(other, game, "flips", battles=5)
    assert game["battles"] >= 1
    stale = other.send(f"/games/{game['link']}/flips", {"version": 0}, 409)
    assert stale["code"] == "stale_version"
    assert stale["present"]["version"] == game["version"]
    if game["stage"] == "clear":
        game = act(other, game, "acts", act="acknowledge")
    game = act(other, game, "acts", act="pause")
    assert act(other, game, "flips", 409)["code"] == "game_paused"
    game = act(other, game, "acts", act="resume")
    battles = other.get(f"/games/{game['link']}/battles?first=1&last=3")["items"]
    assert [each["number"] for each in battles] == [1, 2, 3]
    assert battles[0]["events"][0]["event"] == "turned"
    assert sorted(battles[0]["events"][0]["cards"]) == ["A", "B"]
    assert other.get(f"/games/{game['link']}?battle=2")["battle"]["number"] == 2
    game = act(other, game, "flips", battles=None)
    assert game["stage"] == "over"
    assert game["end"]["outcome"] in ("win", "loser", "draw")
    assert len(game["proof"]["dealt"]) == 52
    again = other.send("/games", {"preset": "classic", "rematch_of": game["link"]})
    assert other.get(f"/games/{game['link']}")["next_link"] == again["link"]
    same = other.send("/games", {"preset": "three_down", "deal_of": game["link"]})
    # Known from the game before: nothing about them is secret any more.
    assert same["proof"]["server_seed"] == game["proof"]["server_seed"]
    assert act(other, same, "acts", act="abandon")["is_abandoned"] is True
    listed = other.get("/games?limit=2")
    assert [each["link"] for each in listed["items"]] == [same["link"], again["link"]]
    rest = other.get(listed["next"].removeprefix("/api/v1"))
    assert [each["link"] for each in rest["items"]] == [game["link"]]
    assert rest["cursor"] is None
    assert audit(other.house) == []


def test_choices_are_offered_and_made(other: Program) -> None:
    game = other.send("/games", {"preset": "steal_war"})
    game = act(other, game, "acts", act="deal")
    for _ in range(3):
        if game["stage"] == "clear":
            game = act(other, game, "acts", act="acknowledge")
        if game["stage"] != "choose":
            game = act(other, game, "flips")
            continue
        chooser = game["chooser"]
        body = {"turn": game["turn"], "seat": chooser["seat"]}
        refused = act(other, game, "choices", 422, action="steal-D", **body)
        assert refused["code"] == "illegal_decision"
        game = act(other, game, "choices", action=chooser["actions"][0], **body)
    assert game["turn"] > 0


def test_games_of_others_are_not_there(program: Program, other: Program) -> None:
    game = other.send("/games", {"preset": "classic", "seats": ["person", "elsewhere"]})
    for body in ({"rematch_of": game["link"]}, {"deal_of": game["link"]}):
        program.send("/games", {"preset": "classic", **body}, 404)
    assert program.get("/games")["items"] == []
    program.get(f"/games/{game['link']}", 404)


def test_what_cannot_be_played_is_refused(other: Program) -> None:
    for body, status, code in (
        ({"preset": "nothing"}, 404, "unknown_preset"),
        ({"preset": "classic", "settings": {"nothing": 1}}, 422, "invalid_rules"),
        ({"preset": "classic", "settings": {"deck": 53}}, 422, "invalid_rules"),
        ({"preset": "classic", "seats": ["person", "computer:nobody"]}, 404, "unknown_strategy"),
        ({"preset": "classic", "seats": ["person", "ghost"]}, 422, "invalid_request"),
        ({"preset": "classic", "client_seed": "a:b"}, 422, "invalid_seed"),
    ):
        refused = other.send("/games", body, status)
        assert refused["code"] == code, body
    assert other.get("/games")["items"] == []


def test_presets_are_those_of_the_gallery(other: Program) -> None:
    items = other.get("/games/presets")["items"]
    assert len(items) == 30
    assert items[0]["rules"]["deck"] == 52


def test_a_start_sent_twice_starts_once(app: Flask, other: Program) -> None:
    first = other.send("/games", {"preset": "classic"}, key="start-it-once")
    again = other.send("/games", {"preset": "classic"}, key="start-it-once")
    assert first["link"] == again["link"]


def test_a_game_is_shared_by_its_link(program: Program, other: Program) -> None:
    game = other.send("/games", {"preset": "classic", "seats": ["person", "elsewhere"]})
    path = f"/games/{game['link']}/seats"
    joined = program.send(path, {"seat": "B", "name": "Bo"}, 200)
    assert [seat["is_yours"] for seat in joined["seats"]] == [False, True]
    named = program.send(
        path, {"version": joined["version"], "seat": "B", "name": "Bea"}, 200, "PUT"
    )
    assert named["seats"][1]["name"] == "Bea"
    refused = other.send(f"/games/{game['link']}/acts", {"version": 0, "act": "fill_seats"}, 409)
    assert refused["code"] == "out_of_turn"
    game = act(other, other.get(f"/games/{game['link']}"), "acts", act="deal")
    for what, stood_in in (("stand_in", True), ("take_back", False)):
        game = act(other, game, "seats/acts", seat="A", act=what)
        assert game["seats"][0]["is_stood_in"] is stood_in
    # All seats are taken: for everybody else it is not there.
    third = Program(other.app)
    third.send(path, {"seat": "A", "name": "Di"}, 404)


def test_rules_are_kept_under_names(other: Program) -> None:
    rules = {"name": "Mine", "preset": "classic", "settings": {"war_face_down": 3}}
    kept = other.send("/war-rules", rules, 200)["items"]
    assert [(each["name"], each["rules"]["war_face_down"]) for each in kept] == [("Mine", 3)]
    assert other.get("/war-rules")["items"] == kept
    assert other.send("/war-rules/drops", {"name": "Mine"}, 200)["items"] == []
    other.send("/war-rules/drops", {"name": "Mine"}, 404)
    assert other.send("/war-rules", {**rules, "name": " "}, 422)["code"] == "invalid_name"
    assert audit(other.house) == []
