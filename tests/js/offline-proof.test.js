// node --test tests/js: what is told of a game is held against what was promised.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { verdictOf } from '../../casino_war/web/static/js/offline/proof.js';
import { cardCode, chooseHasher, commitmentOf, shuffle, words } from '../../casino_war/web/static/js/war-fair.js';

const hasher = await chooseHasher();
const serverSeed = 'ab'.repeat(32);
const clientSeed = 'drawn here';
const pack = Array.from({ length: 52 }, (_, index) => cardCode(index));
const order = await shuffle(words(hasher, serverSeed, clientSeed, 3), 52);
const note = { commitment: await commitmentOf(hasher, serverSeed), clientSeed, nonce: 3 };
const game = { serverSeed, clientSeed, pack: pack.join(' '), dealt: order.map((index) => pack[index]).join(' ') };

test('a deal that was promised is kept', async () => {
  assert.equal(await verdictOf(note, game), 'kept');
});

test('another seed, client seed, nonce or deal is found out', async () => {
  assert.equal(await verdictOf(note, { ...game, serverSeed: 'cd'.repeat(32) }), 'commitment');
  assert.equal(await verdictOf(note, { ...game, clientSeed: 'chosen there' }), 'seed');
  assert.equal(await verdictOf({ ...note, nonce: 4 }, game), 'cards');
  const swapped = game.dealt.replace(/^(\S+) (\S+)/, '$2 $1');
  assert.equal(await verdictOf(note, { ...game, dealt: swapped }), 'cards');
});

test('the page has a sentence for every verdict', () => {
  const page = readFileSync(new URL('../../templates/practice/offline.html', import.meta.url), 'utf8');
  for (const name of ['kept', 'commitment', 'seed', 'cards-differ']) assert.match(page, new RegExp(`data-text-${name}="`));
});
