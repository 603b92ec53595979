// What is asked of the site while there is a connection: games dealt ahead, and what became of them.

import { begun } from './play.js';

const RESULTS_AT_ONCE = 20;
const SEED_BYTES = 16;

const NOT_FOUND = 404;

/** The site said no, and why. */
export class RefusedError extends Error {
  constructor(status, message) {
    super(message);
    this.name = 'RefusedError';
    this.status = status;
  }
}

function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One wish after the other, also from several tabs: two would be given the same games. */
function alone(wish) {
  const { locks } = globalThis.navigator ?? {};
  return locks ? locks.request('casino-war-supply', wish) : wish();
}

/**
 * @param {string} root address of the page
 * @param {object} shelf as `openShelf` gives it
 */
export function supplyFrom(root, shelf) {
  let token = '';

  async function read(response) {
    const isData = response.headers.get('Content-Type')?.startsWith('application/json');
    const data = isData ? await response.json() : {};
    if (!response.ok) throw new RefusedError(response.status, data.message ?? '');
    return data;
  }

  async function state() {
    const data = await read(await fetch(`${root}/state`));
    token = data.csrf_token;
    return data;
  }

  async function post(path, fields, isRepeated = false) {
    if (!token) await state();
    const headers = { 'X-CSRFToken': token };
    const response = await fetch(`${root}/${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
    if (response.status === 400 && !isRepeated) {
      // The visit ended, and its token with it.
      token = '';
      return post(path, fields, true);
    }
    return read(response);
  }

  /** Have the promised games dealt. The client seed is noted before it is told. */
  async function dealPromised(tell) {
    const promised = (await shelf.notes()).filter((note) => note.stage === 'promised');
    for (const [index, note] of promised.entries()) {
      tell(index, promised.length);
      note.clientSeed ??= fresh();
      await shelf.keepNote(note);
      try {
        const game = await post(`games/${note.link}`, { client_seed: note.clientSeed });
        await shelf.keepGame({ ...note, stage: 'dealt', at: begun() }, game);
      } catch (error) {
        if (error.status !== NOT_FOUND) throw error;
        // It was given back meanwhile.
        await shelf.dropNote(note.link);
      }
    }
  }

  return {
    state,
    /** Have games of these rules dealt ahead; *tell* hears how many are. */
    ask: (rules, tell) => alone(async () => {
      const { games } = await post('supply', { rules, key: fresh() });
      for (const game of games) {
        if (!await shelf.note(game.link)) await shelf.keepNote({ ...game, stage: 'promised' });
      }
      await dealPromised(tell);
      return games[0]?.title ?? '';
    }),
    /** Have dealt what was promised before the connection was lost. */
    goOn: () => alone(() => dealPromised(() => {})),
    /** Add the games that are over to the player's statistics. */
    add: () => alone(async () => {
      const played = (await shelf.notes()).filter((note) => note.stage === 'over' && note.fate === 'kept');
      const sums = { added: 0, counted: 0, unknown: 0 };
      for (let first = 0; first < played.length; first += RESULTS_AT_ONCE) {
        const some = played.slice(first, first + RESULTS_AT_ONCE);
        const { games } = await post('results', { games: some.map((note) => note.link).join(' ') });
        for (const { link, fate } of games) {
          sums[fate] += 1;
          await shelf.changeNote(link, (note) => ({ ...note, fate: fate === 'unknown' ? fate : 'added' }));
          // From now on the site shows it to anybody who has its address.
          if (fate !== 'unknown') await shelf.dropGame(link);
        }
      }
      return sums;
    }),
    /** Forget everything that is not in the player's statistics, here and there. */
    giveBack: () => alone(async () => {
      await post('give-back', {});
      for (const note of await shelf.notes()) {
        if (note.fate === 'added') continue;
        await shelf.dropGame(note.link);
        await shelf.dropNote(note.link);
      }
    }),
  };
}
