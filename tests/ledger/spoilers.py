"""Ways to spoil the played book of ``conftest``, and what the audit must say of each.

Player 1 has account 2 (bankroll) and 3 (felt); the house is 4, the cashier 1. Rounds: 1
won, 2 lost, 3 open, at positions 1, 3 and 5. Shoes: 1 present, 2 next. Transfers: 1
buy-in; 2-4; 5-6; 7. Commands: sit-1, key-1-1 the buy-in, key-1-2 to key-1-4 the deals.
"""

from casino_war.game.cards import PACK, format_cards
from casino_war.game.randomness import FairStream, shuffle
from tests.ledger.table import SERVER_SEED

Spoiler = tuple[tuple[str, ...], dict[str, str]]
"""Statements, and for each violated invariant a part of its line."""

COMMAND = (
    "INSERT INTO command (key, player_id, kind, content_hash, answer, created_at)"
    " SELECT 'new', 1, '{kind}', content_hash, '{answer}', created_at"
    " FROM command WHERE key = 'key-1-1'"
)
OTHER_RULES = (
    "INSERT INTO table_rules (id, key, version, title, rules_json, created_at)"
    " SELECT 2, '{key}', {version}, title, '{json}', created_at FROM table_rules"
)
_NEXT_ORDER = format_cards(shuffle(PACK, FairStream(SERVER_SEED, "lucky", 1)))
_SETTLE_UNPAID = (
    "UPDATE round SET settled_at = dealt_at, cards_text = '', outcome_text = '',"
    " wagered_cents = 500, net_cents = 0, balance_after_cents = 98500 WHERE id = 3"
)

MONEY: list[Spoiler] = [
    (
        ("UPDATE account SET balance_cents = balance_cents + 1 WHERE id = 2",),
        {
            "balances-equal-transfers": "bankroll:1 holds 98501 cents, its transfers say 98500",
            "ledger-sums-to-zero": "all accounts together hold 1 cents",
        },
    ),
    (
        ("UPDATE account SET balance_cents = -3 WHERE id = 2",),
        {
            "balances-equal-transfers": "bankroll:1 holds -3",
            "ledger-sums-to-zero": "-98503 cents",
            "players-never-overdrawn": "bankroll:1 holds -3 cents",
            "rows-keep-their-checks": "account 2 does not pass ck_account_no_overdraft",
        },
    ),
    (
        ("UPDATE account SET may_overdraw = TRUE WHERE id = 3",),
        {
            "players-never-overdrawn": "felt:1:classic",
            "rows-keep-their-checks": "account 3 does not pass ck_account_balance_kept",
        },
    ),
    (
        ("UPDATE transfer SET amount_cents = amount_cents + 5 WHERE id = 1",),
        {
            "balances-equal-transfers": "bankroll:1",
            "ledger-sums-to-zero": "-5 cents",
            "balances-run-on": "transfer 1 notes 100000 cents for bankroll:1",
        },
    ),
    (
        ("UPDATE transfer SET target_balance_cents = 7 WHERE id = 1",),
        {"balances-run-on": "transfer 1 notes 7 cents for bankroll:1"},
    ),
    (
        ("UPDATE transfer SET source_balance_cents = 7 WHERE id = 1",),
        {"balances-run-on": "transfer 1 notes 7 cents for cashier"},
    ),
    (
        ("DELETE FROM transfer WHERE id = 6",),
        {
            "balances-equal-transfers": "felt:1:classic holds 500 cents",
            "ledger-sums-to-zero": "-2000 cents",
            "rounds-leave-felt-empty": "round 2 is settled and left 2000 cents",
            "balances-run-on": "transfer 7",
            "rounds-equal-replay": "round 2 has 1 transfers of 2000 cents in all, its replay 2 of",
        },
    ),
    (
        ("UPDATE transfer SET round_id = NULL WHERE round_id = 2",),
        {
            "transfers-fit-their-codes": "has the code ante and the round None",
            "balances-after-rounds": "round 2 notes a bankroll of 99000 cents",
            "rounds-equal-replay": "round 2 has 0 transfers",
            "rounds-follow-their-commands": "round 2 with 0 decisions was made by no command",
        },
    ),
    (
        (_SETTLE_UNPAID,),
        {
            "felts-empty-between-rounds": "felt:1:classic holds 500 cents and no round is open",
            "rounds-leave-felt-empty": "round 3 is settled and left 500 cents",
            "rounds-equal-replay": "round 3 has cards_text '', its replay None",
        },
    ),
]

COMMANDS: list[Spoiler] = [
    (
        (COMMAND.format(kind="Weird", answer=""),),
        {"commands-are-known": "the command 'new' is of the unknown kind 'Weird'"},
    ),
    (
        ("UPDATE transfer SET command_key = 'nobody' WHERE id = 1",),
        {
            "transfers-have-commands": "transfer 1 belongs to the unknown command 'nobody'",
            "commands-have-transfers": "the BuyIn 'key-1-1' has 0 transfers",
        },
    ),
    (
        ("UPDATE command SET player_id = NULL, visitor = 'somebody' WHERE key = 'key-1-1'",),
        {
            "transfers-are-their-players": "transfer 1 moves chips of bankroll:1 for player None",
            "versions-count-commands": "player 1 has the version 1 and gave the cashier 0",
            "players-have-first-commands": "player 1 was made by 0 first commands",
        },
    ),
    (
        ("UPDATE transfer SET code = 'ante_payout' WHERE id = 1",),
        {
            "transfers-fit-their-codes": "transfer 1 has the code ante_payout and the round None",
            "commands-fit-their-transfers": "transfer 1 has the code ante_payout, its command is a",
        },
    ),
    (
        ("UPDATE transfer SET code = 'cash_out' WHERE id = 1",),
        {"commands-fit-their-transfers": "the code cash_out, its command is a BuyIn"},
    ),
    (
        ("UPDATE transfer SET code = 'surrender' WHERE id = 6",),
        {
            "commands-fit-their-transfers": "the code surrender, its command is a DealRound",
            "rounds-equal-replay": "round 2 has 2 transfers of 4000",
        },
    ),
    (
        ("UPDATE transfer SET code = 'gift' WHERE id = 4",),
        {
            "commands-fit-their-transfers": "transfer 4 has the code gift",
            "rounds-equal-replay": "round 1 has 3 transfers",
        },
    ),
    (
        (
            COMMAND.format(kind="CashOut", answer="100"),
            "UPDATE player SET version = version + 1",
        ),
        {"commands-have-transfers": "the CashOut 'new' has 0 transfers, the last of line 0"},
    ),
    (
        ("UPDATE transfer SET line = 5 WHERE id = 4",),
        {"commands-have-transfers": "'key-1-2' has 3 transfers, the last of line 5"},
    ),
    (
        (
            (
                "UPDATE command SET answer = CASE answer WHEN '1' THEN '2' ELSE '1' END"
                " WHERE answer IN ('1', '2')"
            ),
        ),
        {"commands-answer-their-rounds": "transfer 2 is of round 1, its command's answer '2'"},
    ),
    (
        ("DELETE FROM command WHERE key = 'key-1-3'", "UPDATE seat SET version = 2"),
        {
            "transfers-have-commands": "transfer 5 belongs to the unknown command 'key-1-3'",
            "rounds-have-commands": "round 2 of player 1 stands in the books, 0 commands dealt it",
            "rounds-follow-their-commands": "round 2 with 0 decisions was made by None",
        },
    ),
    (
        (
            COMMAND.format(kind="Decide", answer="2"),
            "UPDATE transfer SET command_key = 'new', line = 1 WHERE id = 6",
            "UPDATE seat SET version = version + 1",
        ),
        {"rounds-follow-their-commands": "round 2 with 0 decisions was made by DealRound, Decide"},
    ),
    (
        ("UPDATE player SET version = 5",),
        {"versions-count-commands": "player 1 has the version 5 and gave the cashier 1 commands"},
    ),
    (
        ("UPDATE seat SET version = 9",),
        {"versions-count-commands": "player 1 have versions of 9 in all and were given 3 commands"},
    ),
    (
        (
            COMMAND.format(kind="StartNewShoe", answer=""),
            "UPDATE seat SET version = version + 1",
        ),
        {"new-shoes-have-commands": "player 1 ended 0 shoes and asked for 1 new ones"},
    ),
]

ROWS: list[Spoiler] = [
    (
        ("DELETE FROM round WHERE id = 2",),
        {
            "references-lead-somewhere": "transfer 5 points to nothing by round_id",
            "rounds-have-commands": "round 2 of player 1 does not stand in the books, 1 commands",
            "round-numbers-have-no-gap": "round 3 has the number 3 of player 1, 2 is next",
            "rounds-follow-their-shoe": "round 3 begins after 5 cards of shoe 1, where 3 were gone",
        },
    ),
    (
        ("UPDATE round SET number = 7 WHERE id = 3",),
        {"round-numbers-have-no-gap": "round 3 has the number 7 of player 1, 3 is next"},
    ),
    (
        ("UPDATE shoe SET client_seed = '' WHERE id = 2",),
        {"rows-keep-their-checks": "shoe 2 does not pass ck_shoe_client_seed_length"},
    ),
    (
        ("UPDATE account SET table_key = 'bonus' WHERE id = 4",),
        {"accounts-fit-their-names": "account 4 is called house:classic, and is a house of player"},
    ),
    (
        ("UPDATE account SET name = 'purse' WHERE id = 1",),
        {"accounts-fit-their-names": "account 1: 'purse' is not an account"},
    ),
    (
        (
            OTHER_RULES.format(key="bonus", version=1, json="{}"),
            (
                "UPDATE round SET rules_id = 2,"
                " notation = replace(notation, 'classic', 'bonus') WHERE id = 1"
            ),
        ),
        {"rounds-fit-their-seats": "round 1 has another player, table, shoe or rules than seat 1"},
    ),
    (
        (OTHER_RULES.format(key="bonus", version=1, json="{}"), "UPDATE seat SET rules_id = 2"),
        {"seats-fit-their-rules": "seat 1 at classic has the rules of bonus"},
    ),
    (
        (OTHER_RULES.format(key="bonus", version=1, json="[]"),),
        {"rules-are-as-published": "the rules bonus in version 1 are no rules"},
    ),
    (
        ("UPDATE table_rules SET rules_json = '[]'",),
        {
            "rules-are-as-published": "the rules classic in version 1 are no rules",
            "rounds-equal-replay": "round 1 cannot be replayed",
            "shoes-keep-their-rules": "shoe 1 has rules that cannot be read: [] are no rules",
        },
    ),
    (
        ("UPDATE round SET balance_after_cents = 1 WHERE id = 1",),
        {"balances-after-rounds": "round 1 notes a bankroll of 1 cents, its transfers left 101000"},
    ),
    (
        ("UPDATE round SET net_cents = 999 WHERE id = 1",),
        {"rounds-equal-replay": "round 1 has net_cents 999, its replay 1000"},
    ),
    (
        ("UPDATE round SET notation = replace(notation, 'bet', 'dice') WHERE id = 3",),
        {"rounds-equal-replay": "round 3 cannot be replayed: dice open 500 classic@1 1@5 is no"},
    ),
    (
        ("UPDATE round SET notation = replace(notation, 'bet', 'dice') WHERE id = 1",),
        {"rounds-equal-replay": "round 1 cannot be replayed: dice won 1000 classic@1 1@1 is no"},
    ),
    (
        ("UPDATE round SET notation = replace(notation, 'classic@1', 'classic@2') WHERE id = 1",),
        {"notations-name-their-rows": "round 1 is classic@1 shoe=1, its notation says classic@2"},
    ),
    (
        ("UPDATE round SET notation = replace(notation, ' 1@', ' 2@') WHERE id = 1",),
        {"notations-name-their-rows": "shoe=1, its notation says classic@1 shoe=2"},
    ),
]

SHOES: list[Spoiler] = [
    (
        ("UPDATE shoe SET order_text = 'AS' WHERE id = 2",),
        {
            "orders-are-shuffles": "shoe 2 is not in the order",
            "rows-keep-their-checks": "shoe 2 does not pass ck_shoe_started_with_order",
        },
    ),
    (
        ("UPDATE shoe SET end_reason = 'cut_card' WHERE id = 1",),
        {
            "shoes-end-with-their-rounds": "shoe 1 ended by cut_card",
            "rows-keep-their-checks": "shoe 1 does not pass ck_shoe_finished_with_reason",
        },
    ),
    (
        ("UPDATE round SET net_cents = 4 WHERE id = 3",),
        {
            "rounds-equal-replay": "round 3 has net_cents 4, its replay None",
            "rows-keep-their-checks": "round 3 does not pass ck_round_settled_with_net",
        },
    ),
    (
        ("UPDATE shoe SET commitment = server_seed WHERE id = 2",),
        {"commitments-match": "shoe 2 does not keep its commitment"},
    ),
    (
        ("UPDATE shoe SET server_seed = 'no seed' WHERE id = 2",),
        {
            "commitments-match": "shoe 2 does not keep its commitment",
            "rows-keep-their-checks": "shoe 2 does not pass ck_shoe_server_seed_length",
        },
    ),
    (
        ("UPDATE shoe SET client_seed = 'a:b' WHERE id = 1",),
        {"orders-are-shuffles": "shoe 1 has no valid seeds"},
    ),
    (
        ("UPDATE shoe SET client_seed = 'other' WHERE id = 1",),
        {"orders-are-shuffles": "shoe 1 is not in the order that its seeds give"},
    ),
    (
        ("UPDATE shoe SET nonce = 5 WHERE id = 2",),
        {
            "nonces-have-no-gap": "seat 1 has 2 shoes, the last of nonce 5",
            "seats-have-two-shoes": "2 shoes in play from nonce 0 on, its last shoe is of nonce 5",
        },
    ),
    (
        ("DELETE FROM shoe WHERE id = 2",),
        {"seats-have-two-shoes": "seat 1 has 1 shoes in play from nonce 0 on"},
    ),
    (
        (
            (
                f"UPDATE shoe SET started_at = created_at, order_text = '{_NEXT_ORDER}',"
                " position = 1 WHERE id = 2"
            ),
        ),
        {
            "shoes-take-turns": "shoe 2 is drawn before its turn",
            "shoes-end-with-their-rounds": "shoe 2 ended by None, by its rounds new_shoe",
        },
    ),
    (
        ("UPDATE shoe SET finished_at = created_at, end_reason = 'cut_card' WHERE id = 2",),
        {
            "seats-have-two-shoes": "seat 1 has 1 shoes in play",
            "shoes-take-turns": "shoe 2 is finished and was never drawn",
            "shoes-end-with-their-rounds": "shoe 2 ended by cut_card, by its rounds None",
        },
    ),
    (
        ("UPDATE shoe SET finished_at = created_at, end_reason = 'whim' WHERE id = 1",),
        {
            "seats-have-two-shoes": "seat 1 has 1 shoes in play from nonce 1 on",
            "shoes-take-turns": "shoe 1 is finished for no known reason",
            "shoes-end-with-their-rounds": "shoe 1 ended by whim, by its rounds None",
        },
    ),
    (
        ("UPDATE shoe SET decks = 2 WHERE id = 2",),
        {"shoes-keep-their-rules": "shoe 2 has 2 decks, by its rules 1"},
    ),
    (
        (
            OTHER_RULES.format(key="classic", version=2, json="{}"),
            (
                "UPDATE round SET rules_id = 2,"
                " notation = replace(notation, 'classic@1', 'classic@2') WHERE id = 2"
            ),
        ),
        {"shoes-keep-their-rules": "shoe 1 is dealt by 2 versions of rules"},
    ),
    (
        ("UPDATE shoe SET position = 9 WHERE id = 1",),
        {"rounds-follow-their-shoe": "shoe 1 is dealt to 9, its rounds go to 7"},
    ),
    (
        ("UPDATE round SET notation = replace(notation, '@3', '@4') WHERE id = 2",),
        {"rounds-follow-their-shoe": "round 2 begins after 4 cards of shoe 1, where 3 were gone"},
    ),
]

SPOILERS: list[Spoiler] = [*MONEY, *COMMANDS, *ROWS, *SHOES]
