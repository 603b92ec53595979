"""Ways to spoil the sums of luck, of which the book of ``spoilers`` has none."""

from tests.ledger.spoilers import OTHER_RULES, Spoiler

_LUCK = (
    "INSERT INTO seat_luck (id, seat_id, rules_id, last_round_id, rounds, hands, won, ties,"
    " wagered_cents, net_cents, expected_microcents, variance_cents2, wars, wars_won, wars_tied,"
    " surrenders, lesser_decisions, decision_cost_microcents, tie_bets, tie_bets_won,"
    " tie_bet_cents, tie_bet_net_cents) VALUES"
    " (1, 1, {rules}, {last}, {rounds}, 2, 0, 0, 3000, -1000, '0', '0', 0, 0, 0, 0, 0, '0',"
    " 0, 0, 0, 0)"
)

_DAY = (
    "INSERT INTO seat_day (id, seat_id, rules_id, day, last_round_id, rounds, hands, won, ties,"
    " wagered_cents, net_cents, expected_microcents, variance_cents2, wars, wars_won, wars_tied,"
    " surrenders, lesser_decisions, decision_cost_microcents, tie_bets, tie_bets_won,"
    " tie_bet_cents, tie_bet_net_cents, rounds_won, rounds_lost, best_net_cents,"
    " worst_net_cents, run, longest_won, longest_lost) VALUES"
    " (1, 1, 1, 20455, 2, 2, 2, 0, 0, 3000, -1000, '0', '0', 0, 0, 0, 0, 0, '0',"
    " 0, 0, 0, 0, 1, 1, 1000, -2000, -1, 1, 1)"
)
_RIGHT = (_LUCK.format(rules=1, last=2, rounds=2), _DAY)
_MILESTONE = (
    "INSERT INTO milestone (player_id, number, hands, balance_cents, net_cents,"
    " expected_microcents, variance_cents2, settled_at)"
    " SELECT 1, {number}, 2, {balance}, {net}, '0', '0', created_at FROM player"
)
_ADD_UP, _EQUAL = "days-add-up-to-luck", "days-equal-rounds"

LUCK: list[Spoiler] = [
    (_RIGHT, {}),
    (
        (_LUCK.format(rules=1, last=2, rounds=7), _DAY),
        {
            "luck-equals-rounds": "the luck of seat 1 by rules 1 has rounds 7 for 2 of its rounds",
            _ADD_UP: "the days of seat 1 by rules 1 have rounds 2 for 7",
        },
    ),
    (
        (_LUCK.format(rules=1, last=3, rounds=3), _DAY),
        {
            "luck-equals-rounds": "the luck of seat 1 by rules 1 has rounds 3 for 2",
            _ADD_UP: "rounds 2 for 3, last_round_id 2 for 3",
        },
    ),
    (
        (
            OTHER_RULES.format(key="classic", version=2, json="{}"),
            _LUCK.format(rules=2, last=2, rounds=2),
        ),
        {
            "luck-equals-rounds": "the luck of seat 1 by rules 2 has rounds 2 for 0",
            _ADD_UP: "the days of seat 1 by rules 2 have rounds 0 for 2",
        },
    ),
    (
        (
            *_RIGHT,
            "UPDATE round SET notation = replace(notation, 'bet', 'bid') WHERE id = 2",
        ),
        {"rounds-equal-replay": "round 2 cannot be replayed"},
    ),
    (
        (*_RIGHT, "UPDATE seat_day SET run = 1"),
        {_EQUAL: "day 20455 of seat 1 by rules 1 is not its rounds'"},
    ),
    (
        (*_RIGHT, "UPDATE seat_day SET day = 20454"),
        {_EQUAL: "day 20454 of seat 1 by rules 1 is not its rounds'"},
    ),
    (
        (_DAY,),
        {
            _ADD_UP: "the days of seat 1 by rules 1 have rounds 2 for 0",
        },
    ),
    (
        (_MILESTONE.format(number=64, balance=5, net=7),),
        {
            "milestones-equal-rounds": (
                "the milestone of player 1 after round 64 has 5 and 7 cents for None and -1000"
            )
        },
    ),
]
