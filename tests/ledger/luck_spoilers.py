"""Ways to spoil the sums of luck, of which the book of ``spoilers`` has none."""

from tests.ledger.spoilers import OTHER_RULES, Spoiler

_LUCK = (
    "INSERT INTO seat_luck (id, seat_id, rules_id, last_round_id, rounds, hands, ties,"
    " wagered_cents, net_cents, expected_microcents, variance_cents2, wars, wars_won, wars_tied,"
    " surrenders, lesser_decisions, decision_cost_microcents, tie_bets, tie_bets_won,"
    " tie_bet_cents, tie_bet_net_cents) VALUES"
    " (1, 1, {rules}, {last}, {rounds}, 2, 0, 3000, -1000, '0', '0', 0, 0, 0, 0, 0, '0',"
    " 0, 0, 0, 0)"
)

LUCK: list[Spoiler] = [
    (
        (_LUCK.format(rules=1, last=2, rounds=7),),
        {"luck-equals-rounds": "the luck of seat 1 by rules 1 has rounds 7 for 2 of its rounds"},
    ),
    (
        (_LUCK.format(rules=1, last=3, rounds=3),),
        {"luck-equals-rounds": "the luck of seat 1 by rules 1 has rounds 3 for 2"},
    ),
    (
        (
            OTHER_RULES.format(key="classic", version=2, json="{}"),
            _LUCK.format(rules=2, last=2, rounds=2),
        ),
        {"luck-equals-rounds": "the luck of seat 1 by rules 2 has rounds 2 for 0"},
    ),
    (
        (
            _LUCK.format(rules=1, last=2, rounds=2),
            "UPDATE round SET notation = replace(notation, 'bet', 'bid') WHERE id = 2",
        ),
        {"rounds-equal-replay": "round 2 cannot be replayed"},
    ),
]
