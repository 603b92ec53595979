// node --test tests/js
import assert from 'node:assert/strict';
import { createHash, webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import {
  InvalidProofError, cardCode, chooseHasher, commitmentOf, compareCards, parseCards, parsePlace, parseProof,
  shoeOf, shuffle, words,
} from '../../casino_war/web/static/js/war-fair.js';

const { vectors } = JSON.parse(readFileSync(new URL('fairness_vectors.json', import.meta.url), 'utf8'));
const HASHERS = { 'web-crypto': webcrypto, library: {} };

for (const [source, crypto] of Object.entries(HASHERS)) {
  for (const [number, vector] of vectors.entries()) {
    test(`${source}: vector ${number}`, async () => {
      const hasher = await chooseHasher(crypto);
      assert.equal(hasher.source, source);
      const { server_seed: serverSeed, client_seed: clientSeed, nonce } = vector;
      assert.equal(await commitmentOf(hasher, serverSeed), vector.commitment);

      const stream = words(hasher, serverSeed, clientSeed, nonce);
      const first = [];
      while (first.length < 8) first.push((await stream.next()).value);
      assert.deepEqual(first, vector.first8_words);

      const indexes = await shuffle(words(hasher, serverSeed, clientSeed, nonce), vector.n);
      assert.deepEqual(indexes, vector.deck_indexes);
      const shoe = await shoeOf(hasher, { serverSeed, clientSeed, nonce, decks: vector.n / 52 });
      assert.equal(shoe.join(' '), vector.cards);
    });
  }

  test(`${source}: odd lengths agree with node`, async () => {
    const hasher = await chooseHasher(crypto);
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128]) {
      const text = 'a'.repeat(length);
      assert.equal(await commitmentOf(hasher, text), createHash('sha256').update(text).digest('hex'));
    }
  });
}

test('a word at or above the limit is drawn again', async () => {
  async function* stream() { yield* [2 ** 32 - 1, 2, 1]; }
  // Below 3 only 2**32 - 1 is rejected; without rejection it would be taken as 0.
  assert.deepEqual(await shuffle(stream(), 3), [0, 1, 2]);
});

test('codes follow the order of the scheme', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 51, 52].map(cardCode), ['2D', '2H', '2S', '2C', '3D', 'AC', '2D']);
});

const GOOD = { server_seed: 'a'.repeat(64), client_seed: 'my seed', nonce: '0', decks: '6' };

test('a good proof is parsed', () => {
  assert.deepEqual(parseProof(GOOD), { serverSeed: GOOD.server_seed, clientSeed: 'my seed', nonce: 0, decks: 6 });
});

for (const [field, bad] of [
  ['server_seed', ''], ['server_seed', 'A'.repeat(64)], ['server_seed', 'a'.repeat(63)],
  ['client_seed', ''], ['client_seed', 'a:b'], ['client_seed', 'x'.repeat(65)], ['client_seed', 'å'],
  ['nonce', ''], ['nonce', '-1'], ['nonce', '01'], ['nonce', '1.5'], ['nonce', '٣'], ['nonce', '9'.repeat(16)],
  ['decks', '0'], ['decks', '9'], ['decks', '1e0'],
]) {
  test(`${field} ${JSON.stringify(bad)} is refused`, () => {
    assert.throws(() => parseProof({ ...GOOD, [field]: bad }),
      (error) => error instanceof InvalidProofError && error.field === field);
  });
}

test('claimed cards', () => {
  assert.deepEqual(parseCards(' 7D\n?  TS '), ['7D', '?', 'TS']);
  assert.deepEqual(parseCards(''), []);
  for (const bad of ['7D 1X', '??', '7d', '?D']) assert.throws(() => parseCards(bad), InvalidProofError);
});

test('the place of the first card', () => {
  assert.deepEqual(['1', '416'].map(parsePlace), [1, 416]);
  for (const bad of ['', '0', '01', '-1', '1.5', '1e2', '٣', '99999']) {
    assert.throws(() => parsePlace(bad), (error) => error.field === 'expected_from');
  }
});

test('a claimed run is laid beside the shoe', () => {
  const verdicts = (claimed, from) => (
    compareCards(['7D', '3D', 'TS'], claimed, from).map(({ place, shuffled, verdict }) => [place, shuffled, verdict]));
  assert.deepEqual(verdicts(['3D', 'TS'], 2), [[2, '3D', 'match'], [3, 'TS', 'match']]);
  assert.deepEqual(verdicts(['?', 'TS'], 1), [[1, '7D', 'unknown'], [2, '3D', 'differ']]);
  // Behind the last card there is none, known or unknown.
  assert.deepEqual(verdicts(['TS', '2C', '?'], 3), [[3, 'TS', 'match'], [4, '', 'differ'], [5, '', 'differ']]);
});
