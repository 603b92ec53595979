// Chips on the betting spots: placing, taking back, doubling, and the plainly impossible.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as bets from '../../casino_war/web/static/js/table/bets.js';

const LIMITS = {
  ante: { min: 5, max: 500, step: 5 },
  tie_bet: { min: 5, max: 50, step: 5 },
  tieAlone: false,
  bankroll: 300,
};

const after = (state, ...moves) =>
  moves.reduce((each, [move, ...given]) => bets[move](each, ...given).bets, state);

test('chips add up on their spot and are undone one by one', () => {
  const two = after(bets.start({}), ['place', 'ante-1', 25, LIMITS], ['place', 'ante-1', 5, LIMITS]);
  assert.deepEqual(two.now, { 'ante-1': 30 });
  assert.deepEqual(after(two, ['undo']).now, { 'ante-1': 25 });
  assert.deepEqual(after(two, ['undo'], ['undo'], ['undo']).now, {});
});

test('clearing, doubling and betting again are each one step to undo', () => {
  const last = { 'ante-1': 10, 'tie_bet-1': 5 };
  const begun = bets.start(last);
  assert.deepEqual(after(begun, ['clear']).now, {});
  assert.deepEqual(after(begun, ['clear'], ['undo']).now, last);
  assert.deepEqual(after(begun, ['double', LIMITS]).now, { 'ante-1': 20, 'tie_bet-1': 10 });
  assert.deepEqual(after(begun, ['clear'], ['rebet', last, LIMITS]).now, last);
});

test('a move that changes nothing leaves nothing to undo', () => {
  const begun = bets.start({ 'ante-1': 10 });
  assert.equal(bets.rebet(begun, { 'ante-1': 10 }, LIMITS).bets, begun);
  assert.equal(bets.clear(bets.start({})).bets.past.length, 0);
});

test('what the numbers of the table rule out is refused with its reason, and nothing moves', () => {
  const begun = bets.start({ 'ante-1': 100 });
  const refused = (move, ...given) => {
    const made = bets[move](begun, ...given);
    assert.equal(made.bets, begun);
    return made.refused;
  };
  assert.deepEqual(refused('place', 'ante-1', 500, LIMITS), { spot: 'ante-1', reason: 'over' });
  assert.deepEqual(refused('place', 'tie_bet-1', 100, LIMITS), { spot: 'tie_bet-1', reason: 'over' });
  assert.deepEqual(refused('place', 'tie_bet-2', 5, LIMITS), { spot: 'tie_bet-2', reason: 'alone' });
  assert.deepEqual(refused('place', 'ante-2', 205, LIMITS), { spot: 'ante-2', reason: 'bankroll' });
  const none = { ...LIMITS, tie_bet: null };
  assert.deepEqual(refused('place', 'tie_bet-1', 5, none), { spot: 'tie_bet-1', reason: 'over' });
});

test('all bets double or none does', () => {
  const begun = bets.start({ 'ante-1': 10, 'tie_bet-1': 30 });
  const made = bets.double(begun, LIMITS);
  assert.deepEqual(made, { bets: begun, refused: { spot: 'tie_bet-1', reason: 'over' } });
});

test('an ante leaves with the tie bet that cannot stand alone', () => {
  const begun = bets.start({ 'ante-1': 10, 'tie_bet-1': 5 });
  assert.deepEqual(bets.take(begun, 'ante-1', LIMITS).bets.now, {});
  assert.deepEqual(bets.take(begun, 'tie_bet-1', LIMITS).bets.now, { 'ante-1': 10 });
  const alone = { ...LIMITS, tieAlone: true };
  assert.deepEqual(bets.take(begun, 'ante-1', alone).bets.now, { 'tie_bet-1': 5 });
});

test('what was bet before may stand although the bankroll has shrunk; only more is refused', () => {
  const begun = bets.start({ 'ante-1': 400 });
  assert.equal(bets.take(begun, 'ante-1', LIMITS).refused, null);
  assert.equal(bets.place(begun, 'ante-1', 5, LIMITS).refused.reason, 'bankroll');
});

test('written amounts count like placed ones', () => {
  const begun = bets.write(bets.start({}), { 'ante-1': 35, 'ante-2': 0 }).bets;
  assert.deepEqual(begun.now, { 'ante-1': 35 });
  assert.equal(bets.total(begun.now), 35);
});

test('a stack is the fewest chips, the largest at the bottom, and never higher than drawn', () => {
  assert.deepEqual(bets.fewestChips(641), [500, 100, 25, 5, 5, 5, 1]);
  assert.deepEqual(bets.fewestChips(0), []);
  assert.equal(bets.fewestChips(10_000).length, bets.STACK_MAX);
});
