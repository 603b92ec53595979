// node --test tests/js
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as rules from '../../casino_war/web/static/js/score/rules.js';

const SHEETS = JSON.parse(readFileSync(new URL('../data/score_sheets.json', import.meta.url), 'utf8'));

function reckoned({ players, settings, rows, played_seconds: played }) {
  const sheet = { players, settings: { ...rules.DEFAULTS, ...settings }, rows };
  const { totals, standings, winners, isOver } = rules.reckon(sheet);
  return {
    totals,
    standings: standings.map(({ place, seat, games }) => [place, seat, games]),
    winners,
    is_over: isOver,
    is_time_up: rules.isTimeUp(sheet, played),
    seconds_left: rules.secondsLeft(sheet.settings, played),
    cards_each: rules.cardsEach(sheet.settings),
    cards_in_war: rules.cardsInWar(sheet.settings),
    may_go_on_for_ever: rules.mayGoOnForEver(sheet.settings),
  };
}

for (const [kind, cases] of Object.entries(SHEETS)) {
  test(`${kind} sheets come to the same as in Python`, () => {
    assert.ok(cases.length > 15);
    for (const each of cases) assert.deepEqual(reckoned(each), each.reckoned, JSON.stringify(each));
  });
}

test('cards that do not divide are set aside', () => {
  assert.deepEqual([2, 3, 4].map((size) => rules.cardsAside({ table_size: size })), [0, 1, 0]);
});
