// The scheme war-fair/1 in the browser: commitment, stream of words, shoe.
// Pure: no page, no random numbers. The page part is fairness.js.

const RANKS = '23456789TJQKA';
const SUITS = 'DHSC'; // order of the scheme: diamonds, hearts, spades, clubs
const WORD_RANGE = 2 ** 32;
const CARDS_PER_DECK = 52;
const MOST_DECKS = 8;
const UNKNOWN = '?';

/** A refused input: `field` names it, the page holds the sentence. */
export class InvalidProofError extends Error {
  constructor(field) {
    super(`invalid ${field}`);
    this.name = 'InvalidProofError';
    this.field = field;
  }
}

/**
 * Check what a player typed, changing nothing but the two numbers.
 *
 * @param {{server_seed: string, client_seed: string, nonce: string, decks: string}} given
 * @returns {{serverSeed: string, clientSeed: string, nonce: number, decks: number}}
 * @throws {InvalidProofError} naming the first field that is wrong
 */
export function parseProof(given) {
  if (!/^[0-9a-f]{64}$/.test(given.server_seed)) throw new InvalidProofError('server_seed');
  if (!/^[\x20-\x39\x3b-\x7e]{1,64}$/.test(given.client_seed)) throw new InvalidProofError('client_seed');
  const nonce = /^(0|[1-9][0-9]{0,14})$/.test(given.nonce) ? Number(given.nonce) : -1;
  if (nonce < 0) throw new InvalidProofError('nonce');
  const decks = /^[1-9]$/.test(given.decks) ? Number(given.decks) : 0;
  if (decks < 1 || decks > MOST_DECKS) throw new InvalidProofError('decks');
  return { serverSeed: given.server_seed, clientSeed: given.client_seed, nonce, decks };
}

/**
 * Split a string of card codes such as "7D ? TS".
 *
 * @param {string} text codes parted by white space, "?" for a card that nobody saw; may be empty
 * @returns {string[]} the codes
 * @throws {InvalidProofError} for anything that is no card
 */
export function parseCards(text) {
  const cards = text.split(/\s+/).filter((part) => part !== '');
  if (!cards.every((card) => /^(\?|[2-9TJQKA][DHSC])$/.test(card))) throw new InvalidProofError('expected');
  return cards;
}

/**
 * Read the place of a card in its shoe.
 *
 * @param {string} text digits
 * @returns {number} 1 for the first card
 * @throws {InvalidProofError} for anything else
 */
export function parsePlace(text) {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new InvalidProofError('expected_from');
  return Number(text);
}

/**
 * Hash functions over ASCII texts: Web Crypto where the browser offers it,
 * else the vendored library, fetched only then. Browsers withhold
 * `crypto.subtle` from pages on plain http from another machine.
 *
 * @param {Crypto | undefined} crypto the browser's, or none
 * @returns {Promise<{sha256: (text: string) => Promise<Uint8Array>,
 *   hmac: (key: string) => Promise<(text: string) => Promise<Uint8Array>>,
 *   source: 'web-crypto' | 'library'}>}
 */
export async function chooseHasher(crypto = globalThis.crypto) {
  const encode = (text) => new TextEncoder().encode(text);
  const subtle = crypto?.subtle;
  if (subtle) {
    return {
      source: 'web-crypto',
      sha256: async (text) => new Uint8Array(await subtle.digest('SHA-256', encode(text))),
      hmac: async (key) => {
        const algorithm = { name: 'HMAC', hash: 'SHA-256' };
        const imported = await subtle.importKey('raw', encode(key), algorithm, false, ['sign']);
        return async (text) => new Uint8Array(await subtle.sign('HMAC', imported, encode(text)));
      },
    };
  }
  const { sha256 } = await import('../vendor/js-sha256/sha256.min.js');
  return {
    source: 'library',
    sha256: async (text) => new Uint8Array(sha256.array(text)),
    hmac: async (key) => async (text) => new Uint8Array(sha256.hmac.array(key, text)),
  };
}

/** @returns {string} lower-case hex of some bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The commitment to a server seed.
 *
 * @returns {Promise<string>} SHA-256 of the seed's ASCII text, 64 hex characters
 */
export async function commitmentOf(hasher, serverSeed) {
  return toHex(await hasher.sha256(serverSeed));
}

/** The scheme's words in order: each digest is eight big-endian 32-bit words. */
export async function* words(hasher, serverSeed, clientSeed, nonce) {
  const sign = await hasher.hmac(serverSeed);
  for (let block = 0; ; block += 1) {
    const digest = await sign(`${clientSeed}:${nonce}:${block}`);
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let offset = 0; offset < 32; offset += 4) yield view.getUint32(offset);
  }
}

/**
 * Shuffle the numbers 0 .. size-1 by a stream of words.
 *
 * @param {AsyncIterator<number>} stream as `words` gives it
 * @param {number} size how many
 * @returns {Promise<number[]>} the order dealt from position 0
 */
export async function shuffle(stream, size) {
  const order = Array.from({ length: size }, (_, index) => index);
  for (let i = size - 1; i >= 1; i -= 1) {
    const below = i + 1;
    const limit = WORD_RANGE - (WORD_RANGE % below);
    let word;
    do word = (await stream.next()).value; while (word >= limit);
    const j = word % below;
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** @returns {string} the code of a shoe index, such as "TS" */
export function cardCode(index) {
  const card = index % CARDS_PER_DECK;
  return RANKS[Math.floor(card / 4)] + SUITS[card % 4];
}

/**
 * The whole shoe of a parsed proof.
 *
 * @returns {Promise<string[]>} card codes in dealing order, opening burn included
 */
export async function shoeOf(hasher, { serverSeed, clientSeed, nonce, decks }) {
  const stream = words(hasher, serverSeed, clientSeed, nonce);
  return (await shuffle(stream, CARDS_PER_DECK * decks)).map(cardCode);
}

/**
 * Lay a claimed run of cards beside the shoe.
 *
 * @param {string[]} shoe every card
 * @param {string[]} claimed the cards claimed, "?" for one that nobody saw
 * @param {number} from the place of the first of them, 1 for the first card of the shoe
 * @returns {{place: number, shuffled: string, claimed: string,
 *   verdict: 'match' | 'differ' | 'unknown'}[]} one for each claimed card;
 *   `shuffled` is empty behind the end of the shoe, where every claim differs
 */
export function compareCards(shoe, claimed, from) {
  return claimed.map((card, index) => {
    const place = from + index;
    const shuffled = shoe[place - 1] ?? '';
    let verdict = card === shuffled ? 'match' : 'differ';
    if (card === UNKNOWN && shuffled) verdict = 'unknown';
    return { place, shuffled, claimed: card, verdict };
  });
}
