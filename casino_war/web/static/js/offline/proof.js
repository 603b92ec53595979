// Whether a game that was dealt ahead is the one that was promised before its deal.

import { chooseHasher, commitmentOf, shuffle, words } from '../war-fair.js';

/**
 * Compare what was noted before the deal with what came afterwards.
 *
 * @param {{commitment: string, clientSeed: string, nonce: number}} note the promise, and the client
 *   seed that this browser drew after it
 * @param {{serverSeed: string, clientSeed: string, pack: string, dealt: string}} game
 * @returns {Promise<'kept' | 'commitment' | 'seed' | 'cards'>} what is broken first, if anything
 */
export async function verdictOf(note, game) {
  const hasher = await chooseHasher();
  if (await commitmentOf(hasher, game.serverSeed) !== note.commitment) return 'commitment';
  if (game.clientSeed !== note.clientSeed) return 'seed';
  const pack = game.pack.split(' ');
  const stream = words(hasher, game.serverSeed, note.clientSeed, note.nonce);
  const order = await shuffle(stream, pack.length);
  return order.map((index) => pack[index]).join(' ') === game.dealt ? 'kept' : 'cards';
}
