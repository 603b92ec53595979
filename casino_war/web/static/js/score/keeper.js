// The sheet on the screen and what becomes of it in the browser's storage and in other tabs.
// Knows no element: what must be said or drawn is told to its listener.

import { blankSheet, Course, oneLine, TITLE_MAX } from './actions.js';
import * as clocks from './clock.js';
import { fresh, idOf } from './shelf.js';

const OPEN = 'casino-war-score-open';
const ID_BYTES = 9;

const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(36).padStart(2, '0')).join('');

export class Keeper {
  /**
   * @param {object} shelf where sheets are kept
   * @param {Storage | null} tab what this tab alone remembers
   * @param {{drawn: Function, problem: Function, followed: Function}} listener
   * @param {object} words for names of new sheets and players
   * @param {() => number} now
   */
  constructor(shelf, tab, listener, words, now = Date.now) {
    Object.assign(this, { shelf, tab, listener, words, now });
    this.isGuest = false;
    this.kept = null;
  }

  /** @returns {boolean} whether the sheet on the screen could not be kept as it is */
  get isUnkept() { return this.shelf.memory.has(this.kept.id); }

  get sheet() { return this.kept.course.sheet; }

  get playedSeconds() { return clocks.playedSeconds(this.kept.clock, this.now()); }

  get sheets() { return this.shelf.all(); }

  /** Show the sheet this tab showed last, or the one changed last, or a blank one. */
  open() {
    let last = null;
    try { last = this.tab?.getItem(OPEN); } catch { /* No memory: the newest will do. */ }
    this.show((last && this.shelf.load(last)) ?? this.shelf.all()[0] ?? this.blank());
  }

  show(kept, isGuest = false) {
    this.kept = kept;
    this.isGuest = isGuest;
    try { if (!isGuest) this.tab?.setItem(OPEN, kept.id); } catch { /* As above. */ }
    this.listener.drawn();
  }

  /** @returns {string} a title that no other sheet has */
  freeTitle(title) {
    const taken = new Set(this.shelf.all().map(({ course }) => course.sheet.title));
    let free = oneLine(title, TITLE_MAX);
    for (let number = 2; taken.has(free); number += 1) {
      const end = ` (${number})`;
      free = oneLine(title, TITLE_MAX - end.length) + end;
    }
    return free;
  }

  playerName(seat) { return this.words.say('player', { number: seat + 1 }); }

  blank(from = null) {
    const title = this.freeTitle(this.words.say('sheet', { date: this.words.day(this.now()) }));
    const sheet = blankSheet(title, from?.players ?? [0, 1].map((seat) => this.playerName(seat)));
    return fresh(newId(), from ? { ...sheet, settings: from.settings } : sheet);
  }

  /** Do something to the sheet; throws `Refused` if it cannot be done. */
  act(action, clock = this.kept.clock) {
    this.change({ course: this.kept.course.with(action), clock });
  }

  change(changes) {
    this.kept = { ...this.kept, ...changes };
    this.keep();
    this.listener.drawn();
  }

  /** Write the sheet down; if that fails it stays on the screen. */
  keep() {
    if (this.isGuest) return;
    const { problem, kept } = this.shelf.save(this.kept, new Date(this.now()).toISOString());
    this.kept = kept;
    this.listener.problem(problem);
  }

  /** Undo the last action; a game struck off runs again with its time and note. */
  undo() {
    const { course, action } = this.kept.course.undone();
    const row = action.do === 'row' ? action.row : null;
    this.change({ course, clock: row ? clocks.stopped(1000 * row.seconds) : this.kept.clock });
    return row;
  }

  redo() {
    const { course, action } = this.kept.course.redone();
    this.change({ course, clock: action.do === 'row' ? clocks.stopped() : this.kept.clock });
  }

  enter(row) {
    this.act({ do: 'row', row: { ...row, seconds: this.playedSeconds } }, clocks.stopped());
  }

  /** Start the clock, or stop it. */
  turnClock() {
    const { clock } = this.kept;
    this.change({ clock: (clock.since === null ? clocks.start : clocks.pause)(clock, this.now()) });
  }

  /** Keep a sheet that came from elsewhere under a title of its own, and show it. */
  adopt(sheet, playedSeconds = 0) {
    const title = this.freeTitle(sheet.title);
    this.show(fresh(newId(), { ...sheet, title }, 1000 * playedSeconds));
    this.keep();
    this.listener.drawn();
  }

  /** Keep what is on the screen beside what another tab has made of it. */
  keepBeside() {
    const { course, clock } = this.kept;
    this.shelf.forget(this.kept.id);
    const title = this.freeTitle(this.words.say('copy', { title: this.sheet.title }));
    const base = { ...course.base, title };
    const actions = course.actions.filter((action) => action.do !== 'title');
    const done = course.actions.slice(0, course.done).filter((action) => action.do !== 'title').length;
    this.show({ ...fresh(newId(), base), course: new Course(base, actions, done), clock });
    this.keep();
    this.listener.drawn();
  }

  /** Keep a sheet again that was given up. */
  restore(kept) {
    this.show({ ...kept, revision: 0 });
    this.keep();
    this.listener.drawn();
  }

  /** Show what another tab has made of the sheet, and forget what is on the screen. */
  yield() {
    this.shelf.forget(this.kept.id);
    this.show(this.shelf.stored(this.kept.id) ?? this.blank());
  }

  /** Give the sheet up; what found no room beside it may find it now. */
  drop() {
    const dropped = this.kept;
    this.shelf.drop(dropped.id);
    for (const kept of this.shelf.memory.values()) this.shelf.save(kept, kept.changed);
    this.show(this.shelf.all()[0] ?? this.blank());
    return dropped;
  }

  /** Follow what another tab did, unless something here would be lost by it. */
  follow(key = null) {
    if (this.isGuest) return;
    const id = key === null ? this.kept.id : idOf(key);
    if (id === this.kept.id) {
      const there = this.shelf.stored(id);
      if (there === null && this.kept.revision > 0) {
        this.shelf.memory.set(id, this.kept);
        this.listener.problem('gone');
      } else if (there !== null && there.revision !== this.kept.revision) {
        if (this.isUnkept) this.listener.problem('changed');
        else {
          this.kept = there;
          this.listener.followed();
        }
      }
    }
    this.listener.drawn();
  }
}
