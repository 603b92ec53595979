import assert from 'node:assert/strict';
import test from 'node:test';

import { nextWait, steps } from '../../casino_war/web/static/js/together/pace.js';

const even = () => 0.5;

test('players ask every second, watchers every two', () => {
  assert.equal(nextWait({ base: 1000 }, even), 1000);
  assert.equal(nextWait({ base: 2000 }, even), 2000);
  assert.equal(nextWait({ base: 0 }, even), 0);
});

test('nobody asks at the same moment as everybody else', () => {
  assert.equal(nextWait({ base: 1000 }, () => 0), 900);
  assert.equal(nextWait({ base: 1000 }, () => 1), 1100);
});

test('a hidden page asks seldom, but often enough to be there', () => {
  const wait = nextWait({ base: 1000, isHidden: true }, () => 1);
  assert.ok(wait > 10_000 && wait < 60_000, String(wait));
});

test('without a connection the waits double up to half a minute', () => {
  const waits = [1, 2, 3, 9].map((failures) => nextWait({ base: 1000, failures }, even));
  assert.deepEqual(waits, [2000, 4000, 8000, 30_000]);
});

test('a game that stands still for long is asked for less often', () => {
  assert.equal(nextWait({ base: 1000, quietMs: 11 * 60 * 1000 }, even), 5000);
});

test('battles on the way to the newest are laid one by one', () => {
  assert.equal(steps(3, 3), null);
  assert.equal(steps(3, 4), null);
  assert.deepEqual(steps(3, 6), { first: 4, last: 5, pauseMs: 400 });
  assert.deepEqual(steps(0, 13), { first: 1, last: 12, pauseMs: 100 });
});

test('after a long absence only the newest battle is shown', () => {
  assert.equal(steps(3, 300), null);
});
