"""The tables in docs/casino_war.md, written from the rules and the odds themselves."""

import ast
import inspect
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from fractions import Fraction

from casino_war.game.settlement import TIED_WAR_PAYS
from casino_war.game.table_presets import PRESETS
from casino_war.game.table_rules import ShoeRule, TableRules, TiedWar
from casino_war.odds.edges import house_edge, tie_bet_edge


def filled(text: str) -> str:
    """Return a page with each of its tables written anew, between the marks that name it."""
    for name, table in _tables().items():
        begin, end = f"<!-- {name}: written by make docs -->\n", f"<!-- end of {name} -->\n"
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"the page has no place for the table {name!r}")
        text = f"{before}{begin}\n{table}\n\n{end}{after}"
    return text


def _tables() -> Mapping[str, str]:
    return {"rules": _rules(), "tied wars": _tied_wars(), "tables": _presets()}


def _table(head: str, rows: Iterable[Iterable[object]]) -> str:
    rule = "|".join("---" for _ in head.split("|"))
    lines = [f"| {head} |", f"|{rule}|"]
    return "\n".join([*lines, *(f"| {' | '.join(map(str, row))} |" for row in rows)])


def _rules() -> str:
    told = _docstrings()
    standard = TableRules().to_data()
    rows = (
        (f"`{each.name}`", _shown(standard[each.name]), told[each.name].replace("None", "none"))
        for each in fields(TableRules)
    )
    return _table("rule | standard | what it says", rows)


def _docstrings() -> dict[str, str]:
    """Return what stands under each field in the source, one line."""
    (node,) = ast.parse(inspect.getsource(TableRules)).body
    assert isinstance(node, ast.ClassDef)
    found = {}
    for field, text in zip(node.body, node.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            assert isinstance(text, ast.Expr)
            found[field.target.id] = " ".join(str(ast.literal_eval(text.value)).split())
    return found


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == []:
        return "none"
    return f"`{value}`" if isinstance(value, str) else str(value)


def _tied_wars() -> str:
    rows = []
    for rule in TiedWar:
        rules = TableRules(shoe=ShoeRule.FRESH, tied_war=rule)
        ante, raised = TIED_WAR_PAYS[rule]
        net = "war again" if rule is TiedWar.REPEAT else f"{ante + raised:+}".replace("+0", "0")
        rows.append((f"`{rule}`", net, percent(house_edge(rules))))
    return _table("`tied_war` | a tied war nets, in antes | house edge, six decks", rows)


def _presets() -> str:
    rows = (
        (
            f"`{each.key}`",
            each.rules.decks,
            "every round" if each.rules.shoe is ShoeRule.FRESH else "at the cut card",
            f"`{each.rules.tied_war}`",
            _tie_bet(each.rules),
            percent(house_edge(replace(each.rules, shoe=ShoeRule.FRESH))),
        )
        for each in PRESETS
    )
    return _table(
        "table | decks | shuffled | tied war | tie bet and its edge | edge of the ante", rows
    )


def _tie_bet(rules: TableRules) -> str:
    edge = tie_bet_edge(rules)
    if edge is None:
        return "none"
    rungs = rules.tie_ladder or (rules.tie_bet_to_one,)
    return f"{'/'.join(map(str, rungs))} to 1, {percent(edge)}"


def percent(share: Fraction) -> str:
    """Print a share in hundredths, four places."""
    return f"{float(100 * share):.4f} %"
