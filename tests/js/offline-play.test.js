// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as play from '../../casino_war/web/static/js/offline/play.js';

const seats = [{ number: 1, name: 'North' }, { number: 0, name: 'South' }];
const battle = (north, south, w = 0) => ({ s: [{ n: north }, { n: south, p: 1 }], w, o: 0 });
/** Five battles; the third and the last are wars. */
const game = {
  seats,
  battles: [battle(26, 25), battle(25, 26), battle(26, 25), battle(20, 31, 1), battle(19, 32), battle(0, 51, 1)],
};

test('battles are flipped one by one, some at a time, or to the end', () => {
  const one = play.flip(game, play.begun(), 1);
  assert.deepEqual(one, { newest: 1, shown: 1, warLies: false, ms: 0 });
  assert.equal(play.flip(game, one, 10).newest, play.lengthOf(game));
  assert.ok(play.isOver(game, play.flip(game, one, Infinity)));
  assert.ok(!play.isOver(game, one));
});

test('a war lies there until it is cleared, but not when the game ends in it', () => {
  const war = play.flip(game, play.begun(), 3);
  assert.ok(war.warLies);
  assert.deepEqual(play.clear({ ...war, shown: 1 }), { newest: 3, shown: 3, warLies: false, ms: 0 });
  assert.ok(!play.flip(game, war, Infinity).warLies);
  assert.equal(play.warsIn(game, war), 1);
  assert.equal(play.warsIn(game, play.flip(game, war, Infinity)), 2);
});

test('only battles that were played can be looked at', () => {
  const at = play.flip(game, play.begun(), 3);
  assert.equal(play.show(at, 5).shown, 3);
  assert.equal(play.show(at, -1).shown, 0);
  const shown = ['first', 'prev', 'next', 'last'].map((name) => play.step({ ...at, shown: 2 }, name).shown);
  assert.deepEqual(shown, [1, 1, 3, 3]);
  const able = (place) => ['first', 'prev', 'next', 'last'].filter((name) => play.canStep({ ...at, shown: place }, name));
  assert.deepEqual(able(3), ['first', 'prev']);
  assert.deepEqual(able(0), ['next', 'last']);
  assert.deepEqual(['first', 'prev', 'next', 'last'].filter((name) => play.canStep(play.begun(), name)), []);
});

const clock = { ms: 5000, now: 99 };
const toEnd = (at) => play.flip(game, at, Infinity);

test('a game goes on from where another tab has brought it, and ends once', () => {
  const kept = { link: 'a', stage: 'dealt', at: { ...play.flip(game, play.begun(), 2), ms: 7000 } };
  const next = play.moved(kept, game, (at) => play.flip(game, at, 1), clock);
  assert.deepEqual([next.stage, next.at.newest, next.at.ms], ['dealt', 3, 7000]);
  const over = play.moved({ ...next, at: { ...next.at, ms: 0 } }, { ...game, outcome: 'win' }, toEnd, clock);
  assert.deepEqual([over.stage, over.outcome, over.battles, over.fate, over.overAt, over.at.ms], ['over', 'win', 5, 'kept', 99, 5000]);
  const added = { ...over, fate: 'added', verdict: 'kept' };
  const later = play.moved(added, game, (at) => play.step(at, 'prev'), { ms: 0, now: 100 });
  assert.deepEqual(later, { ...added, at: { ...added.at, shown: 4 } });
  assert.equal(play.moved(added, game, toEnd, { ms: 0, now: 100 }).overAt, 99);
});

test('the chart has the cards of each seat by its number, and not too many points', () => {
  assert.deepEqual(play.pointsOf(game, play.flip(game, play.begun(), 2)), [[0, 26, 26], [1, 27, 25], [2, 26, 26]]);
  const long = { seats, battles: Array.from({ length: 5001 }, () => battle(26, 25)) };
  const points = play.pointsOf(long, play.flip(long, play.begun(), Infinity));
  assert.ok(points.length <= 202);
  assert.equal(points.at(-1)[0], 5000);
  assert.equal(new Set(points.map(([number]) => number)).size, points.length);
});

const over = (outcome, fate, battles = 10) => ({ stage: 'over', outcome, fate, battles });

test('figures count what was played in this browser', () => {
  const notes = [over('win', 'kept'), over('win', 'added'), over('loss', 'unknown', 5), over('draw', 'kept'), { stage: 'dealt' }];
  assert.deepEqual(play.figuresOf(notes), { games: 4, wins: 2, losses: 1, draws: 1, battles: 35, waiting: 2 });
  assert.equal(play.figuresOf([]).games, 0);
});

test('games are offered by their rules, what was begun first', () => {
  const note = (link, rules, newest = 0, stage = 'dealt') => ({ link, rules, title: rules.toUpperCase(), stage, at: { newest } });
  const notes = [note('a', 'x'), note('b', 'y'), note('c', 'x', 7), note('d', 'x', 0, 'over'), { stage: 'promised', rules: 'z' }];
  assert.deepEqual(play.readyByGame(notes), [
    { rules: 'x', title: 'X', links: ['c', 'a'] },
    { rules: 'y', title: 'Y', links: ['b'] },
  ]);
});

test('of what was played lately only what is missing is asked for', () => {
  const notes = [{ rules: 'x', stage: 'dealt' }, { rules: 'y', stage: 'over' }, { rules: 'z', stage: 'promised' }];
  const recent = ['y', 'x', 'w', 'z'].map((rules) => ({ rules }));
  assert.deepEqual(play.lackingOf(recent, notes), ['y', 'w']);
});
