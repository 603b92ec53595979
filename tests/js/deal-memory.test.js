// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { noteSent, takeTold } from '../../casino_war/web/static/js/deal/memory.js';

class Shelf {
  constructor(text = null) { this.text = text; }

  getItem() { return this.text; }

  setItem(name, text) { this.text = text; }
}

const TABLE = '/tables/classic';
const shown = (facts) => ({
  round: '7', count: 6, from: 0, path: TABLE, isRefused: false, ...facts,
});

test('a deal is told from its first event, a decision from its own, a reload not at all', () => {
  const tab = new Shelf();
  noteSent(tab, TABLE);
  assert.equal(takeTold(tab, shown()), 0);
  assert.equal(takeTold(tab, shown()), 6);
  noteSent(tab, TABLE);
  assert.equal(takeTold(tab, shown({ count: 14, from: 6 })), 6);
  assert.equal(takeTold(tab, shown({ count: 14, from: 6 })), 14);
});

test('a tab that sent nothing shows the round finished', () => {
  assert.equal(takeTold(new Shelf(), shown()), 6);
});

test('what another tab has dealt is not told after a refusal here', () => {
  const tab = new Shelf();
  noteSent(tab, TABLE);
  assert.equal(takeTold(tab, shown({ isRefused: true })), 6);
  assert.equal(takeTold(tab, shown()), 6);
});

test('a command to one table lets no round of another be told', () => {
  const tab = new Shelf();
  noteSent(tab, '/tables/bonus');
  assert.equal(takeTold(tab, shown()), 6);
  assert.equal(takeTold(tab, shown({ round: '8', path: '/tables/bonus' })), 0);
});

test('a command that dealt nothing, as one for a new shoe, tells nothing again', () => {
  const tab = new Shelf();
  noteSent(tab, TABLE);
  assert.equal(takeTold(tab, shown()), 0);
  noteSent(tab, TABLE);
  assert.equal(takeTold(tab, shown()), 6);
});

test('only the last rounds are remembered, and broken or missing storage breaks nothing', () => {
  const tab = new Shelf();
  for (let round = 1; round <= 100; round += 1) {
    noteSent(tab, TABLE);
    assert.equal(takeTold(tab, shown({ round: String(round) })), 0);
  }
  assert.ok(tab.text.length < 400);
  assert.equal(takeTold(new Shelf('{'), shown()), 6);
  assert.equal(takeTold(null, shown()), 6);
  const full = { getItem: () => null, setItem() { throw new Error('full'); } };
  noteSent(full, TABLE);
  assert.equal(takeTold(full, shown()), 6);
});
