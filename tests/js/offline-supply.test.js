// node --test tests/js: what is asked of the site, beside a shelf made of maps.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { RefusedError, supplyFrom } from '../../casino_war/web/static/js/offline/supply.js';

function shelfOf(...notes) {
  const held = { notes: new Map(notes.map((note) => [note.link, note])), games: new Map() };
  return {
    held,
    notes: async () => [...held.notes.values()].map((note) => ({ ...note })),
    note: async (link) => held.notes.get(link),
    keepNote: async (note) => { held.notes.set(note.link, { ...note }); },
    changeNote: async (link, change) => { held.notes.set(link, change(held.notes.get(link))); },
    keepGame: async (note, game) => { held.notes.set(note.link, note); held.games.set(note.link, game); },
    dropGame: async (link) => { held.games.delete(link); },
    dropNote: async (link) => { held.notes.delete(link); },
  };
}

/** A site that answers by *answers*, `{path: (fields) => data}`, and remembers what it was asked. */
function siteOf(answers) {
  const asked = [];
  globalThis.fetch = async (address, options) => {
    const path = address.replace('/root/', '');
    const fields = Object.fromEntries(options?.body ?? []);
    asked.push([path, fields]);
    const given = (answers[path] ?? answers[path.split('/')[0]])(fields, path);
    return given instanceof Response ? given : Response.json(given);
  };
  return asked;
}

const refused = (status, message) => Response.json({ message }, { status });
const state = () => ({ csrf_token: 'token', waiting: 0, recent: [] });
const promise = (link) => ({ link, commitment: `c-${link}`, nonce: 1, rules: 'x', title: 'X' });
const silent = () => {};

test('a client seed is noted before it is told, and only after the promise', async () => {
  const shelf = shelfOf();
  const asked = siteOf({
    state,
    supply: () => ({ games: [promise('a'), promise('b')] }),
    games: ({ client_seed }, path) => {
      const note = shelf.held.notes.get(path.split('/')[1]);
      assert.equal(note.clientSeed, client_seed);
      assert.equal(note.stage, 'promised');
      return { serverSeed: 's' };
    },
  });
  const told = [];
  assert.equal(await supplyFrom('/root', shelf).ask('x', (...each) => told.push(each)), 'X');
  assert.deepEqual(asked.map(([path]) => path), ['state', 'supply', 'games/a', 'games/b']);
  assert.deepEqual(told, [[0, 2], [1, 2]]);
  const notes = await shelf.notes();
  assert.deepEqual(notes.map((note) => [note.stage, note.at.newest]), [['dealt', 0], ['dealt', 0]]);
  assert.notEqual(notes[0].clientSeed, notes[1].clientSeed);
  assert.equal(shelf.held.games.size, 2);
});

test('a deal whose answer was lost is asked for again with the same client seed', async () => {
  const shelf = shelfOf();
  const seeds = [];
  let isLost = true;
  siteOf({
    state,
    supply: () => ({ games: [promise('a')] }),
    games: ({ client_seed }) => {
      seeds.push(client_seed);
      if (isLost) throw new TypeError('no network');
      return { serverSeed: 's' };
    },
  });
  const supply = supplyFrom('/root', shelf);
  await assert.rejects(supply.ask('x', silent), /no network/);
  assert.equal((await shelf.note('a')).stage, 'promised');
  isLost = false;
  await supply.goOn();
  assert.equal((await shelf.note('a')).stage, 'dealt');
  assert.equal(seeds[0], seeds[1]);
});

test('what was given back meanwhile is forgotten, and does not stop the others', async () => {
  const shelf = shelfOf({ ...promise('gone'), stage: 'promised' }, { ...promise('a'), stage: 'promised' });
  siteOf({ state, games: (_, path) => (path.endsWith('gone') ? refused(404, 'no') : { serverSeed: 's' }) });
  await supplyFrom('/root', shelf).goOn();
  assert.deepEqual([...shelf.held.notes.keys()], ['a']);
});

test('a visit that ended is begun anew, once', async () => {
  let visits = 0;
  const asked = siteOf({
    state: () => { visits += 1; return state(); },
    'give-back': () => (visits < 2 ? refused(400, 'another visit') : { count: 0 }),
  });
  await supplyFrom('/root', shelfOf()).giveBack();
  assert.deepEqual(asked.map(([path]) => path), ['state', 'give-back', 'state', 'give-back']);
  siteOf({ state, supply: () => refused(400, 'no cookies') });
  await assert.rejects(supplyFrom('/root', shelfOf()).ask('x', silent), (error) => {
    assert.ok(error instanceof RefusedError);
    return error.message === 'no cookies' && error.status === 400;
  });
});

test('only games that are over and kept here are added, some at a time', async () => {
  const over = (link, fate = 'kept') => ({ ...promise(link), stage: 'over', fate });
  const links = Array.from({ length: 23 }, (_, index) => `g${index}`);
  const shelf = shelfOf(...links.map((link) => over(link)), over('old', 'added'), { ...promise('d'), stage: 'dealt' });
  for (const link of links) shelf.held.games.set(link, {});
  const asked = siteOf({
    state,
    results: ({ games }) => ({
      games: games.split(' ').map((link) => ({ link, fate: { g0: 'counted', g1: 'unknown' }[link] ?? 'added' })),
    }),
  });
  const sums = await supplyFrom('/root', shelf).add();
  assert.deepEqual(sums, { added: 21, counted: 1, unknown: 1 });
  assert.deepEqual(asked.slice(1).map(([, fields]) => fields.games.split(' ').length), [20, 3]);
  assert.equal((await shelf.note('g0')).fate, 'added');
  assert.equal((await shelf.note('g1')).fate, 'unknown');
  assert.deepEqual([...shelf.held.games.keys()], ['g1']);
});

test('what is given back is forgotten here too, but for what is counted', async () => {
  const shelf = shelfOf({ ...promise('a'), stage: 'dealt' }, { ...promise('b'), stage: 'over', fate: 'added' });
  siteOf({ state, 'give-back': () => ({ count: 1 }) });
  await supplyFrom('/root', shelf).giveBack();
  assert.deepEqual([...shelf.held.notes.keys()], ['b']);
});
