// What this browser keeps of games dealt ahead: short notes of all of them, and whole games.
//
// A note is {link, rules, title, commitment, nonce, clientSeed, stage, at, ...}; its stage is
// `promised` (no card is dealt), `dealt` or `over`. A note that is over has its outcome and its
// fate: `kept` here only, `added` to the player's statistics, or `unknown` to the site.

const NAME = 'casino-war-practice';
const NOTES = 'notes';
const GAMES = 'games';

function answerOf(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/** Open the shelf; fails where the browser keeps nothing. */
export async function openShelf(factory = globalThis.indexedDB) {
  const opening = factory.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(NOTES, { keyPath: 'link' });
    opening.result.createObjectStore(GAMES, { keyPath: 'link' });
  };
  const base = await answerOf(opening);
  // Another tab may have to bring the shelf up to date.
  base.onversionchange = () => base.close();

  const act = (store, mode, run) => answerOf(run(base.transaction(store, mode).objectStore(store)));
  return {
    notes: () => act(NOTES, 'readonly', (store) => store.getAll()),
    note: (link) => act(NOTES, 'readonly', (store) => store.get(link)),
    keepNote: (note) => act(NOTES, 'readwrite', (store) => store.put(note)),
    game: (link) => act(GAMES, 'readonly', (store) => store.get(link)),
    /** Both or neither: a game without its promise would prove nothing. */
    keepGame: (note, game) => new Promise((done, failed) => {
      const both = base.transaction([NOTES, GAMES], 'readwrite');
      both.objectStore(GAMES).put(game);
      both.objectStore(NOTES).put(note);
      both.oncomplete = () => done();
      both.onerror = () => failed(both.error);
      both.onabort = () => failed(both.error);
    }),
    dropGame: (link) => act(GAMES, 'readwrite', (store) => store.delete(link)),
    dropNote: (link) => act(NOTES, 'readwrite', (store) => store.delete(link)),
  };
}
