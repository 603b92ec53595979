// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { blankSheet, Course } from '../../casino_war/web/static/js/score/actions.js';
import { Keeper } from '../../casino_war/web/static/js/score/keeper.js';
import { fresh, keyOf, read, Shelf, written } from '../../casino_war/web/static/js/score/shelf.js';

const DAY = Date.parse('2026-01-01T12:00:00Z');

/** A browser's storage, which may be told to fail. */
class Storage {
  constructor() {
    this.texts = new Map();
    this.fault = '';
  }

  get length() { this.fail('forbidden'); return this.texts.size; }

  key(at) { return [...this.texts.keys()][at]; }

  getItem(key) { this.fail('forbidden'); return this.texts.get(key) ?? null; }

  setItem(key, text) {
    this.fail('forbidden');
    if (this.fault === 'full' && text.length) throw new DOMException('', 'QuotaExceededError');
    this.texts.set(key, text);
  }

  removeItem(key) { this.fail('forbidden'); this.texts.delete(key); }

  fail(fault) { if (this.fault === fault) throw new DOMException('', 'SecurityError'); }
}

const words = { say: (name, facts) => [name, ...Object.values(facts)].join(' '), day: () => 'today' };
const row = (...winners) => ({ winners, cards: null, note: '' });

/** A tab on a storage that it may share with others. */
function tab(storage, memory = new Storage()) {
  const told = [];
  const listener = { drawn() {}, problem: (problem) => told.push(problem), followed: () => told.push('followed') };
  const clock = { now: DAY };
  const keeper = new Keeper(new Shelf(storage), memory, listener, words, () => clock.now);
  keeper.open();
  return { keeper, told, clock, memory, follow: () => keeper.follow(keyOf(keeper.kept.id)) };
}

const winners = ({ keeper }) => keeper.sheet.rows.map((each) => each.winners.join());

test('nothing is kept before the first act; then a reload brings all back, undo and clock as well', () => {
  const storage = new Storage();
  const first = tab(storage);
  assert.equal(storage.texts.size, 0);
  assert.equal(first.keeper.sheet.title, 'sheet today');
  first.keeper.turnClock();
  first.clock.now += 90_000;
  first.keeper.enter(row(1));
  first.keeper.enter(row(0));
  first.keeper.undo();
  first.keeper.turnClock();
  const again = tab(storage, first.memory);
  again.clock.now = first.clock.now + 5000;
  assert.deepEqual(winners(again), ['1']);
  assert.equal(again.keeper.sheet.rows[0].seconds, 90);
  assert.equal(again.keeper.playedSeconds, 5);
  again.keeper.redo();
  assert.deepEqual(winners(again), ['1', '0']);
});

test('a game that is undone runs again with the time it had', () => {
  const { keeper, clock } = tab(new Storage());
  keeper.turnClock();
  clock.now += 61_000;
  keeper.enter({ ...row(1), note: 'a war' });
  assert.equal(keeper.playedSeconds, 0);
  assert.equal(keeper.undo().note, 'a war');
  assert.equal(keeper.playedSeconds, 61);
  keeper.redo();
  assert.equal(keeper.playedSeconds, 0);
});

test('a tab follows what another does', () => {
  const storage = new Storage();
  const one = tab(storage);
  one.keeper.enter(row(1));
  const other = tab(storage);
  other.keeper.enter(row(0));
  one.follow();
  assert.deepEqual([winners(one), one.told.at(-1)], [['1', '0'], 'followed']);
  one.keeper.enter(row(1));
  assert.equal(one.told.at(-1), '');
});

test('what another tab has written meanwhile is not overwritten, and either can be chosen', () => {
  for (const choice of ['theirs', 'mine']) {
    const storage = new Storage();
    const one = tab(storage);
    one.keeper.enter(row(1));
    const other = tab(storage);
    other.keeper.enter(row(0));
    // Nobody has told the first tab.
    one.keeper.enter(row(1));
    assert.equal(one.told.at(-1), 'changed');
    assert.deepEqual(winners(one), ['1', '1']);
    assert.deepEqual(winners(tab(storage)), ['1', '0']);
    if (choice === 'theirs') one.keeper.yield();
    else one.keeper.keepBeside();
    assert.deepEqual(winners(one), choice === 'theirs' ? ['1', '0'] : ['1', '1']);
    one.keeper.enter(row());
    assert.equal(one.told.at(-1), '');
    assert.equal(tab(storage).keeper.sheets.length, choice === 'theirs' ? 1 : 2);
  }
});

test('a sheet that another tab has given up stays on the screen and can be kept again', () => {
  const storage = new Storage();
  const one = tab(storage);
  one.keeper.enter(row(1));
  tab(storage).keeper.drop();
  one.follow();
  assert.equal(one.told.at(-1), 'gone');
  one.keeper.enter(row(0));
  assert.equal(one.told.at(-1), 'gone');
  one.keeper.restore(one.keeper.kept);
  assert.deepEqual(winners(tab(storage)), ['1', '0']);
});

for (const fault of ['full', 'forbidden']) {
  test(`with a ${fault} storage nothing on the screen is lost`, () => {
    const storage = new Storage();
    const one = tab(storage);
    one.keeper.enter(row(1));
    storage.fault = fault;
    one.keeper.enter(row(0));
    assert.equal(one.told.at(-1), fault === 'full' ? 'full' : 'closed');
    assert.equal(one.keeper.shelf.isOpen, fault === 'full');
    const { id } = one.keeper.kept;
    one.keeper.show(one.keeper.blank());
    one.keeper.show(one.keeper.shelf.load(id));
    assert.deepEqual(winners(one), ['1', '0']);
    assert.ok(one.keeper.isUnkept);
    storage.fault = '';
    one.keeper.enter(row(1));
    assert.equal(one.told.at(-1), '');
    assert.deepEqual(winners(tab(storage)), ['1', '0', '1']);
  });
}

test('a browser without any storage keeps sheets while the page is open', () => {
  const shelf = new Shelf(null);
  assert.equal(shelf.isOpen, false);
  const { problem } = shelf.save(fresh('a', blankSheet('A', ['Ida', 'Otto'])), '');
  assert.equal(problem, 'closed');
  assert.deepEqual(shelf.all().map(({ id }) => id), ['a']);
  shelf.drop('a');
  assert.deepEqual(shelf.all(), []);
});

test('room made by giving a sheet up is used for what found none', () => {
  const storage = new Storage();
  const { keeper } = tab(storage);
  keeper.enter(row(1));
  storage.fault = 'full';
  keeper.show(keeper.blank());
  keeper.enter(row(0));
  const { id } = keeper.kept;
  storage.fault = '';
  keeper.show(keeper.sheets.find((kept) => kept.id !== id));
  keeper.drop();
  assert.equal(keeper.shelf.memory.size, 0);
  assert.equal(new Shelf(storage).load(id).course.sheet.rows.length, 1);
});

test('titles differ, and what comes from elsewhere gets its own', () => {
  const { keeper } = tab(new Storage());
  keeper.adopt(blankSheet('Sunday', ['Ida', 'Otto']), 9);
  assert.equal(keeper.playedSeconds, 9);
  keeper.adopt(blankSheet('Sunday', ['Ida', 'Otto']));
  assert.deepEqual(keeper.sheets.map(({ course }) => course.sheet.title).sort(), ['Sunday', 'Sunday (2)']);
});

test('a sheet of a link is shown, not kept, and no other tab changes it', () => {
  const storage = new Storage();
  const one = tab(storage);
  one.keeper.show(fresh('link', blankSheet('L', ['Ida', 'Otto'])), true);
  one.keeper.follow();
  one.keeper.keep();
  assert.equal(storage.texts.size, 0);
  assert.equal(one.keeper.sheet.title, 'L');
});

test('what lies in the storage and is no sheet stays there unread', () => {
  const storage = new Storage();
  const good = written({ revision: 1, changed: '', clock: { ms: 0, since: null }, course: new Course(blankSheet('A', ['Ida', 'Otto'])) });
  assert.notEqual(read('a', good), null);
  const broken = [
    '{', 'null', '{}', good.replace('"done":0', '"done":1'), good.replace('"ms":0', '"ms":"0"'), good.replace('Otto', 'Ida'),
    good.replace('"actions":[]', '"actions":[{"do":"no"}]').replace('"done":0', '"done":1'),
    good.replace('"actions":[]', '"actions":[{"do":"set","name":"games_to_win","value":9}]').replace('"done":0', '"done":1'),
  ];
  broken.forEach((text, at) => {
    assert.notEqual(text, good);
    assert.equal(read('a', text), null, text);
    storage.setItem(keyOf(String(at)), text);
  });
  const { keeper } = tab(storage);
  assert.deepEqual(keeper.sheets, []);
  keeper.enter(row(1));
  assert.equal(storage.texts.size, broken.length + 1);
});

test('whatever is done to a sheet, it can be read again', () => {
  const storage = new Storage();
  const one = tab(storage);
  const { keeper } = one;
  const long = '\u{1F0A1}x'.repeat(300);
  keeper.turnClock();
  // Forgotten for a year.
  one.clock.now += 365 * 24 * 3600 * 1000;
  keeper.enter({ ...row(1), note: long });
  keeper.act({ do: 'title', title: long });
  keeper.act({ do: 'set', name: 'table_size', value: 4, fill: ['Player 3', 'Player 4'] });
  [0, 1, 2, 3].forEach((seat) => keeper.act({ do: 'rename', seat, name: `${seat}${long}` }));
  keeper.act({ do: 'note', index: 0, note: `${long}\n${long}` });
  keeper.act({ do: 'took', index: 0, winners: [3, 0] });
  keeper.enter({ winners: [], cards: [999, 0, 0, 0], note: '' });
  keeper.adopt(keeper.sheet);
  keeper.keepBeside();
  keeper.show(keeper.blank(keeper.sheet));
  keeper.turnClock();
  assert.equal(storage.texts.size, 4);
  assert.equal(tab(storage).keeper.sheets.length, 4);
  while (keeper.sheet.rows.length < 500) keeper.kept.course = keeper.kept.course.with({ do: 'row', row: { ...row(), seconds: 0 } });
  keeper.keep();
  assert.throws(() => keeper.enter(row()), { code: 'rows-full' });
  assert.equal(tab(storage).keeper.sheets.length, 4);
});
