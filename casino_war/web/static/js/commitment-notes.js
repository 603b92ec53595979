// Notes that this browser keeps of the commitments it was shown, to compare them
// once a shoe is finished. Pure: the storage and the time are arguments.

const NAME = 'casino-war-commitments';
const MOST_NOTES = 1000;

const isNote = (note) => (
  typeof note?.shoe === 'string' && typeof note.commitment === 'string' && !Number.isNaN(Date.parse(note.at)));

/** The browser's own storage, or null where it gives none. */
export function browserStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {Storage | null} storage
 * @returns {{shoe: string, commitment: string, at: string}[]} the notes, oldest first;
 *   `shoe` is the shoe's number at this site, `at` an ISO moment
 */
export function readNotes(storage) {
  try {
    const notes = JSON.parse(storage.getItem(NAME));
    return Array.isArray(notes) ? notes.filter(isNote) : [];
  } catch {
    return [];
  }
}

/**
 * Note what was shown; what is noted already keeps its moment.
 *
 * @param {Storage | null} storage
 * @param {{shoe: string, commitment: string}[]} shown
 * @param {string} at ISO moment
 * @returns {boolean} whether all of it is noted now
 */
export function keepNotes(storage, shown, at) {
  const notes = readNotes(storage);
  const fresh = shown.filter(({ shoe, commitment }) => (
    !notes.some((note) => note.shoe === shoe && note.commitment === commitment)));
  try {
    const kept = [...notes, ...fresh.map(({ shoe, commitment }) => ({ shoe, commitment, at }))];
    storage.setItem(NAME, JSON.stringify(kept.slice(-MOST_NOTES)));
    return true;
  } catch {
    return false;
  }
}

/**
 * What the notes say of a commitment.
 *
 * @param {{shoe: string, commitment: string, at: string}[]} notes
 * @param {string} commitment
 * @param {string | undefined} shoe the number of its shoe, if it is known
 * @returns {{same?: object, other?: object}} the note of this commitment, and one of
 *   another commitment that was shown for the same shoe
 */
export function findNotes(notes, commitment, shoe) {
  return {
    same: notes.find((note) => note.commitment === commitment),
    other: notes.find((note) => note.shoe === shoe && note.commitment !== commitment),
  };
}
