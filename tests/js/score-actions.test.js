// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { act, blankSheet, Course, oneLine, Refused } from '../../casino_war/web/static/js/score/actions.js';
import * as clocks from '../../casino_war/web/static/js/score/clock.js';
import { reckon } from '../../casino_war/web/static/js/score/rules.js';
import { filled } from '../../casino_war/web/static/js/score/words.js';

const [IDA, OTTO] = [0, 1];
const row = (...winners) => ({ do: 'row', row: { winners, cards: null, note: '', seconds: 0 } });
const base = () => blankSheet('Test', ['Ida', 'Otto']);
const played = (...actions) => new Course(base(), actions);
const refusal = (code) => (error) => error instanceof Refused && error.code === code;

test('the worked example ends the match by itself, and undo opens it again', () => {
  const course = played(row(OTTO), row(IDA), row(OTTO), row(OTTO));
  assert.deepEqual(reckon(course.sheet).winners, [OTTO]);
  assert.throws(() => course.with(row(IDA)), refusal('match-over'));
  const { course: before, action } = course.undone();
  assert.deepEqual(reckon(before.sheet).totals, [[0, 1], [1, 1], [1, 2]]);
  assert.deepEqual(action, row(OTTO));
  assert.deepEqual(before.redone().course.sheet, course.sheet);
});

test('everything can be undone to the first state and done again to the last', () => {
  const last = played(
    row(OTTO),
    { do: 'rename', seat: IDA, name: 'Ada' },
    { do: 'set', name: 'table_size', value: 4, fill: ['Player 3', 'Player 4'] },
    { do: 'set', name: 'games_to_win', value: 1 },
    { do: 'note', index: 0, note: 'three wars' },
    { do: 'took', index: 0, winners: [] },
    { do: 'title', title: 'Sunday' },
    row(3),
  );
  assert.deepEqual(last.sheet.players, ['Ada', 'Otto', 'Player 3', 'Player 4']);
  assert.deepEqual(reckon(last.sheet).winners, [3]);
  let course = last;
  while (course.canUndo) course = course.undone().course;
  assert.deepEqual(course.sheet, base());
  while (course.canRedo) course = course.redone().course;
  assert.deepEqual(course.sheet, last.sheet);
});

test('what is done after an undo takes the place of what was undone', () => {
  const course = played(row(OTTO), row(IDA)).undone().course.with(row());
  assert.equal(course.canRedo, false);
  assert.deepEqual(course.sheet.rows.map(({ winners }) => winners), [[OTTO], []]);
});

test('names differ and are not blank, however they are spaced', () => {
  assert.throws(() => act(base(), { do: 'rename', seat: IDA, name: ' Otto ' }), refusal('name-twice'));
  // Whoever left with the size of the table is not at it, and comes back by that name.
  const away = { ...base(), players: ['Ida', 'Otto', 'Nils'] };
  assert.throws(() => act(away, { do: 'rename', seat: IDA, name: 'Nils' }), refusal('name-away'));
  assert.throws(() => act(base(), { do: 'rename', seat: IDA, name: ' \n ' }), refusal('name-empty'));
  assert.throws(() => act(base(), { do: 'title', title: '' }), refusal('title-empty'));
  assert.equal(act(base(), { do: 'rename', seat: IDA, name: ' Ida\u2028 B. ' }).players[IDA], 'Ida B.');
});

test('a larger table finds a name for each seat that nobody has, and keeps those who had one', () => {
  const sheet = { ...base(), players: ['Player 3', 'Otto'] };
  const three = act(sheet, { do: 'set', name: 'table_size', value: 3, fill: ['Player 3', 'Player 4'] });
  assert.deepEqual(three.players, ['Player 3', 'Otto', 'Player 3 (2)']);
  const two = act(three, { do: 'set', name: 'table_size', value: 2 });
  assert.deepEqual(two.players, three.players);
});

test('a game that another tab has struck off is written on no more', () => {
  assert.throws(() => act(base(), { do: 'note', index: 0, note: '' }), refusal('row-gone'));
  assert.throws(() => act(base(), { do: 'took', index: 2, winners: [] }), refusal('row-gone'));
});

test('texts are cut between signs, not through them', () => {
  assert.equal(oneLine('🂡🂱🃁', 2), '🂡🂱');
});

test('a clock runs on while nobody looks, stands while paused, and never runs backwards', () => {
  let clock = clocks.start(clocks.stopped(), 1000);
  assert.equal(clocks.playedSeconds(clock, 61_999), 60);
  assert.equal(clocks.start(clock, 50_000), clock);
  clock = clocks.pause(clock, 61_000);
  assert.equal(clocks.playedSeconds(clock, 999_000), 60);
  clock = clocks.start(clock, 100_000);
  assert.equal(clocks.playedSeconds(clock, 130_000), 90);
  assert.equal(clocks.playedSeconds(clock, 5000), 60);
  assert.deepEqual([0, 59, 600, 3599, 3600, 36_061].map(clocks.shown), ['0:00', '0:59', '10:00', '59:59', '1:00:00', '10:01:01']);
});

test('a name that looks like a fact is filled in as it is', () => {
  assert.equal(filled('{name} beats {other}', { name: '{other}', other: '$&' }), '{other} beats $&');
});
