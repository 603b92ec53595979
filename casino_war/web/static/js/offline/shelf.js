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

  const read = (store, run) => answerOf(run(base.transaction(store, 'readonly').objectStore(store)));

  /** Write to *stores*; done once it is on the disk, which may be full. */
  const write = (stores, run) => new Promise((done, failed) => {
    const act = base.transaction(stores, 'readwrite');
    const told = {};
    act.oncomplete = () => done(told.answer);
    act.onabort = () => failed(act.error ?? told.error);
    run(act, told);
  });

  return {
    notes: () => read(NOTES, (store) => store.getAll()),
    note: (link) => read(NOTES, (store) => store.get(link)),
    keepNote: (note) => write([NOTES], (act) => act.objectStore(NOTES).put(note)),
    /**
     * Put `change(note)` in the place of a note as it is now, for other tabs write too; return
     * it, or nothing if there is no such note any more.
     */
    changeNote: (link, change) => write([NOTES], (act, told) => {
      const store = act.objectStore(NOTES);
      store.get(link).onsuccess = ({ target }) => {
        if (!target.result) return;
        try {
          told.answer = change(target.result);
          store.put(told.answer);
        } catch (error) {
          told.error = error;
          act.abort();
        }
      };
    }),
    game: (link) => read(GAMES, (store) => store.get(link)),
    /** Both or neither: a game without its promise would prove nothing. */
    keepGame: (note, game) => write([NOTES, GAMES], (act) => {
      act.objectStore(GAMES).put(game);
      act.objectStore(NOTES).put(note);
    }),
    dropGame: (link) => write([GAMES], (act) => act.objectStore(GAMES).delete(link)),
    dropNote: (link) => write([NOTES], (act) => act.objectStore(NOTES).delete(link)),
  };
}
