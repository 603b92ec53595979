"""All tables together, for migrations and comparisons."""

from casino_war.store import (
    accounts,
    api_tokens,
    audit_marks,
    commands,
    days,
    house_tables,
    luck,
    members,
    milestones,
    operator_acts,
    own_tables,
    own_war_rules,
    players,
    practice,
    practice_rematches,
    practice_seats,
    practice_stretches,
    rounds,
    rules,
    runs,
    seats,
    shoes,
    sign_in_tries,
    transfers,
)
from casino_war.store.columns import StoreModel

MODELS: tuple[type[StoreModel], ...] = (
    players.Player,
    members.Member,
    api_tokens.ApiToken,
    sign_in_tries.SignInTry,
    rules.RulesVersion,
    seats.Seat,
    own_tables.OwnTable,
    shoes.Shoe,
    rounds.Round,
    luck.SeatLuck,
    days.SeatDay,
    milestones.Milestone,
    commands.CommandRecord,
    accounts.Account,
    transfers.Transfer,
    own_war_rules.OwnWarRules,
    house_tables.HouseTable,
    operator_acts.OperatorAct,
    audit_marks.AuditMark,
    practice.PracticeGame,
    practice_seats.PracticeSeat,
    practice_stretches.PracticeStretch,
    practice_rematches.PracticeRematch,
    runs.LabRun,
)
"""Every table model, each after those that it points to."""

METADATA = StoreModel.metadata
