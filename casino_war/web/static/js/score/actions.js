// What is done to a sheet, one small value each. A sheet on the screen is its first state and
// the actions since, so that every one of them can be undone and done again. Pure.

import { DEFAULTS, PLAYERS_MAX, reckon } from './rules.js';

export const NAME_MAX = 40;
export const NOTE_MAX = 200;
export const TITLE_MAX = 60;
export const CARDS_MAX = 999;
export const ROWS_MAX = 500;

/** A refusal: `code` names its sentence, `facts` fill it. */
export class Refused extends Error {
  constructor(code, facts = {}) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

/** @returns {string} text in one line, without what cannot be seen at its ends */
export const oneLine = (text, length) => (
  [...String(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, length).join('').trim());

/** @returns {object} a sheet on which nothing has happened */
export const blankSheet = (title, players) => ({ title, players, settings: { ...DEFAULTS }, rows: [] });

function renamed({ players, settings }, seat, text) {
  const name = oneLine(text, NAME_MAX);
  if (!name) throw new Refused('name-empty');
  const same = players.findIndex((other, at) => at !== seat && other === name);
  if (same >= 0) throw new Refused(same < settings.table_size ? 'name-twice' : 'name-away', { name });
  return players.with(seat, name);
}

function seated(players, size, fill) {
  const names = [...players];
  for (const name of fill) {
    if (names.length >= size) break;
    // A name for a new seat may have been given to another player already.
    let free = name;
    for (let number = 2; names.includes(free); number += 1) free = `${name} (${number})`;
    names.push(free);
  }
  return names;
}

function rowAt({ rows }, index) {
  // Another tab may have struck it off while it was written on here.
  if (!rows[index]) throw new Refused('row-gone', { number: index + 1 });
  return rows[index];
}

const DEEDS = {
  row(sheet, { row }) {
    if (reckon(sheet).isOver) throw new Refused('match-over');
    if (sheet.rows.length >= ROWS_MAX) throw new Refused('rows-full', { most: ROWS_MAX });
    return { ...sheet, rows: [...sheet.rows, { ...row, note: oneLine(row.note, NOTE_MAX) }] };
  },
  note(sheet, { index, note }) {
    return { ...sheet, rows: sheet.rows.with(index, { ...rowAt(sheet, index), note: oneLine(note, NOTE_MAX) }) };
  },
  took(sheet, { index, winners }) {
    return { ...sheet, rows: sheet.rows.with(index, { ...rowAt(sheet, index), winners, cards: null }) };
  },
  rename(sheet, { seat, name }) {
    return { ...sheet, players: renamed(sheet, seat, name) };
  },
  title(sheet, { title }) {
    const text = oneLine(title, TITLE_MAX);
    if (!text) throw new Refused('title-empty');
    return { ...sheet, title: text };
  },
  set(sheet, { name, value, fill = [] }) {
    const settings = { ...sheet.settings, [name]: value };
    return { ...sheet, settings, players: seated(sheet.players, settings.table_size, fill).slice(0, PLAYERS_MAX) };
  },
};

/**
 * @param {object} sheet
 * @param {{do: string}} action
 * @returns {object} the sheet after it; the given one stays as it is
 */
export const act = (sheet, action) => DEEDS[action.do](sheet, action);

/** A sheet with its past and its future: what was done, and how much of it stands. */
export class Course {
  constructor(base, actions = [], done = actions.length, sheet = actions.slice(0, done).reduce(act, base)) {
    Object.assign(this, { base, actions, done, sheet });
  }

  get canUndo() { return this.done > 0; }

  get canRedo() { return this.done < this.actions.length; }

  /** @returns {Course} with one more action; what had been undone is forgotten */
  with(action) {
    const actions = [...this.actions.slice(0, this.done), action];
    return new Course(this.base, actions, actions.length, act(this.sheet, action));
  }

  /** @returns {{course: Course, action: object}} one action fewer, and which */
  undone() {
    return { course: new Course(this.base, this.actions, this.done - 1), action: this.actions[this.done - 1] };
  }

  /** @returns {{course: Course, action: object}} the action undone last, done again */
  redone() {
    return { course: new Course(this.base, this.actions, this.done + 1), action: this.actions[this.done] };
  }
}
