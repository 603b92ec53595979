// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { averageOf, chipsOf, printed } from '../../casino_war/web/static/js/coach.js';

test('amounts are read as the server reads them', () => {
  const read = ['', '  ', '10', ' 007 ', '0', '-5', '1.5', '1e3', 'ten'].map(chipsOf);
  assert.deepEqual(read, [0, 0, 10, 7, NaN, NaN, NaN, NaN, NaN]);
});

test('a tie bet without an ante is a wager of its own', () => {
  const worth = { ante: -0.03, tieBet: -0.19, loneTieBet: -0.08 };
  const hands = [{ ante: 100, tieBet: 10 }, { ante: 0, tieBet: 10 }, { ante: 0, tieBet: 0 }];
  assert.ok(Math.abs(averageOf(hands, worth) - (-3 - 1.9 - 0.8)) < 1e-9);
  assert.ok(Number.isNaN(averageOf([{ ante: NaN, tieBet: 0 }], worth)));
});

test('averages are printed with their sign to two places', () => {
  const texts = [-1234.567, 2.5, 0.001, -0.004, NaN].map((chips) => printed(chips, 'en'));
  assert.deepEqual(texts, ['−1,234.57', '+2.50', '0.00', '0.00', '–']);
});
