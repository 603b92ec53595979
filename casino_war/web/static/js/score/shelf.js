// The sheets that this browser keeps, each under a name of its own, with a number that goes up
// with every change: what another tab has written meanwhile is noticed and not overwritten.

import { Course } from './actions.js';
import { stopped } from './clock.js';
import { fromJson, toData } from './file-json.js';

const PREFIX = 'casino-war-score:';
const PROBE = 'casino-war-probe';

/**
 * @typedef {{id: string, revision: number, course: Course, clock: object, changed: string}} Kept
 *   a sheet as it lies in the browser; `revision` is 0 before it is kept, `changed` an ISO moment
 */

/** @returns {string} where the sheet is kept */
export const keyOf = (id) => PREFIX + id;

/** @returns {string | null} the sheet that is kept there, if it is one */
export const idOf = (key) => (key?.startsWith(PREFIX) ? key.slice(PREFIX.length) : null);

/** @returns {string} a kept sheet as a text */
export function written({ revision, course, clock, changed }) {
  return JSON.stringify({
    revision, changed, clock, base: toData(course.base), actions: course.actions, done: course.done,
  });
}

/** @returns {Kept | null} what a text says, null if it is none of ours */
export function read(id, text) {
  try {
    const { revision, changed, clock, base, actions, done } = JSON.parse(text);
    const { sheet } = fromJson(JSON.stringify(base));
    const isClock = Number.isFinite(clock.ms) && (clock.since === null || Number.isFinite(clock.since));
    const isPlace = Number.isInteger(done) && done >= 0 && done <= actions.length;
    if (!Number.isInteger(revision) || !isClock || !isPlace) return null;
    const course = new Course(sheet, actions, done);
    // What comes of the actions must be a sheet as well.
    fromJson(JSON.stringify(toData(course.sheet)));
    return { id, revision, changed: String(changed), course, clock: { ms: clock.ms, since: clock.since } };
  } catch {
    return null;
  }
}

/**
 * The shelf in a storage, which may be missing, forbidden or full. What could not be kept lies
 * in `memory`, so that no sheet is lost while the page is open.
 */
export class Shelf {
  constructor(storage) {
    this.storage = storage;
    this.memory = new Map();
    this.readBefore = new Map();
  }

  /** @returns {boolean} whether the browser keeps anything at all */
  get isOpen() {
    try {
      this.storage.setItem(PROBE, '');
      this.storage.removeItem(PROBE);
      return true;
    } catch (error) {
      // Full is not closed: what lies there can be read.
      return error?.name === 'QuotaExceededError' && this.storage !== null;
    }
  }

  /** @returns {Kept | null} the sheet as the browser keeps it */
  stored(id) {
    try {
      const text = this.storage.getItem(keyOf(id));
      // All sheets are listed after every act, and most have not changed.
      if (this.readBefore.get(id)?.text !== text) this.readBefore.set(id, { text, kept: read(id, text) });
      return this.readBefore.get(id).kept;
    } catch {
      return null;
    }
  }

  /** @returns {Kept | null} the sheet as this page has it */
  load(id) {
    return this.memory.get(id) ?? this.stored(id);
  }

  /** @returns {Kept[]} all sheets, the one changed last first */
  all() {
    let keys = [];
    try {
      keys = Array.from({ length: this.storage.length }, (_, at) => this.storage.key(at));
    } catch { /* Then there are those of this page alone. */ }
    const ids = new Set([...keys.map(idOf).filter((id) => id !== null), ...this.memory.keys()]);
    return [...ids].map((id) => this.load(id)).filter((kept) => kept !== null)
      .sort((one, other) => (one.changed < other.changed ? 1 : -1));
  }

  /**
   * Keep a sheet, unless it was changed elsewhere since it was read: then it stays in memory.
   *
   * @param {Kept} kept
   * @param {string} at ISO moment
   * @returns {{problem: '' | 'changed' | 'gone' | 'full' | 'closed', kept: Kept}} with its new
   *   revision if there is no problem, and as it was otherwise
   */
  save(kept, at) {
    const next = { ...kept, revision: kept.revision + 1, changed: at };
    const problem = this.write(next, kept.revision);
    if (problem) this.memory.set(kept.id, { ...kept, changed: at });
    else this.memory.delete(kept.id);
    return { problem, kept: problem ? kept : next };
  }

  write(next, revision) {
    try {
      const there = this.storage.getItem(keyOf(next.id));
      if (there === null && revision > 0) return 'gone';
      if (there !== null && read(next.id, there)?.revision !== revision) return 'changed';
      this.storage.setItem(keyOf(next.id), written(next));
      return '';
    } catch (error) {
      return error?.name === 'QuotaExceededError' ? 'full' : 'closed';
    }
  }

  /** Forget what could not be kept of a sheet. */
  forget(id) {
    this.memory.delete(id);
  }

  /** Give a sheet up; what cannot be reached stays. */
  drop(id) {
    this.memory.delete(id);
    try {
      this.storage.removeItem(keyOf(id));
    } catch { /* A browser that keeps nothing has nothing to drop. */ }
  }
}

/** @returns {Kept} a sheet that is not kept yet */
export const fresh = (id, sheet, playedMs = 0) => (
  { id, revision: 0, course: new Course(sheet), clock: stopped(playedMs), changed: '' });
