// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findNotes, keepNotes, readNotes } from '../../casino_war/web/static/js/commitment-notes.js';

class Shelf {
  constructor(text = null) { this.text = text; }

  getItem() { return this.text; }

  setItem(name, text) { this.text = text; }
}

const FIRST = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';
const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];

test('a commitment keeps the moment when it was first shown', () => {
  const shelf = new Shelf();
  assert.deepEqual(readNotes(shelf), []);
  assert.ok(keepNotes(shelf, [{ shoe: '1', commitment: A }, { shoe: '2', commitment: B }], FIRST));
  assert.ok(keepNotes(shelf, [{ shoe: '2', commitment: B }], LATER));
  assert.deepEqual(readNotes(shelf), [
    { shoe: '1', commitment: A, at: FIRST }, { shoe: '2', commitment: B, at: FIRST },
  ]);
});

test('another commitment for the same shoe is noted beside the first and found', () => {
  const shelf = new Shelf();
  keepNotes(shelf, [{ shoe: '1', commitment: A }], FIRST);
  keepNotes(shelf, [{ shoe: '1', commitment: B }], LATER);
  const { same, other } = findNotes(readNotes(shelf), B, '1');
  assert.equal(same.at, LATER);
  assert.deepEqual([other.commitment, other.at], [A, FIRST]);
});

test('without a note, or without the number of a shoe, nothing is found', () => {
  const notes = [{ shoe: '1', commitment: A, at: FIRST }];
  assert.deepEqual(findNotes(notes, B, '2'), { same: undefined, other: undefined });
  assert.deepEqual(findNotes(notes, B, undefined), { same: undefined, other: undefined });
  assert.equal(findNotes(notes, A, undefined).same, notes[0]);
});

test('the oldest notes make room', () => {
  const shelf = new Shelf();
  const shown = Array.from({ length: 1200 }, (_, shoe) => ({ shoe: `${shoe}`, commitment: `${shoe}` }));
  keepNotes(shelf, shown, FIRST);
  const notes = readNotes(shelf);
  assert.deepEqual([notes.length, notes[0].shoe, notes.at(-1).shoe], [1000, '200', '1199']);
});

test('a browser without storage, or with something else in it, keeps no notes and no one waiting', () => {
  assert.deepEqual(readNotes(null), []);
  assert.equal(keepNotes(null, [{ shoe: '1', commitment: A }], FIRST), false);
  for (const text of ['{', '{}', '1', 'null', '[null, 1, {}]', `[{"shoe": "1", "commitment": "${A}", "at": "x"}]`]) assert.deepEqual(readNotes(new Shelf(text)), []);
});
