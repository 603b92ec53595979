// A sheet as a JSON file, and back. Every value is checked: a file may have been written by hand.

import { CARDS_MAX, NAME_MAX, NOTE_MAX, oneLine, ROWS_MAX, TITLE_MAX } from './actions.js';
import { SECONDS_MAX } from './clock.js';
import { parseJson, Unreadable } from './json-lines.js';
import { PLAYERS_MAX, PLAYERS_MIN, SETTINGS } from './rules.js';

export const FORMAT = 'casino-war-score';
export const VERSION = 1;
export const FILE_MAX = 512 * 1024;

/** @returns {object} the sheet in the words of a file, with names instead of seats */
export const toData = (sheet, playedSeconds = 0) => ({
  format: FORMAT,
  version: VERSION,
  title: sheet.title,
  players: sheet.players,
  settings: sheet.settings,
  rows: sheet.rows.map(({ winners, cards, note, seconds }) => ({
    took: winners.map((seat) => sheet.players[seat]), cards, note, seconds,
  })),
  played_seconds: playedSeconds,
});

/** @returns {string} the sheet as a file, a line for each value */
export const toJson = (sheet, playedSeconds) => `${JSON.stringify(toData(sheet, playedSeconds), null, 2)}\n`;

const refuse = (code, line, facts = {}) => { throw new Unreadable(code, { line, ...facts }); };

function field(node, name, kind) {
  const found = node.value.get(name);
  if (!found) refuse('file-missing', node.line, { name });
  if (found.kind !== kind) refuse('file-kind', found.line, { name });
  return found;
}

function objectOf(node, name, names) {
  if (node.kind !== 'object') refuse('file-kind', node.line, { name });
  for (const [key, { line }] of node.value) {
    if (!names.includes(key)) refuse('file-unknown', line, { name: key });
  }
  return node;
}

/** Check a text of a sheet: one line, not longer than it may be. */
export function checkText(text, line, name, length, isNeeded = false) {
  if (isNeeded && !text.trim()) refuse('file-blank', line, { name });
  if (oneLine(text, length) !== text) refuse('file-text', line, { name, length });
  return text;
}

/** Check a whole number of a sheet. */
export function checkCount(value, line, name, most) {
  if (!Number.isInteger(value) || value < 0 || value > most) refuse('file-number', line, { name, most });
  return value;
}

/** Check a setting against the list of what it may be. */
export function checkSetting(name, value, line) {
  if (!SETTINGS[name].includes(value)) {
    refuse('file-setting', line, { name, value: String(value).slice(0, NAME_MAX), allowed: SETTINGS[name].join(', ') });
  }
  return value;
}

/** Check the names of a sheet; *players* are names with their lines. */
export function checkPlayers(players, line, size) {
  if (players.length > PLAYERS_MAX || players.length < Math.max(PLAYERS_MIN, size)) {
    refuse('file-players', line, { count: players.length, size });
  }
  const names = players.map((each) => checkText(each.value, each.line, 'players', NAME_MAX, true));
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  if (twice >= 0) refuse('file-twice', players[twice].line, { name: names[twice] });
  return names;
}

/** Check what one game may be: a count of cards has no winner beside it, and nobody wins twice. */
export function checkRow(row, line, players) {
  const { winners, cards } = row;
  if (new Set(winners).size < winners.length) refuse('file-won-twice', line);
  if (cards && (winners.length || cards.length < PLAYERS_MIN || cards.length > players.length)) {
    refuse('file-count', line);
  }
  return row;
}

function strings(node, name) {
  return node.value.map((each) => {
    if (each.kind !== 'string') refuse('file-kind', each.line, { name });
    return each;
  });
}

function rowOf(node, players) {
  objectOf(node, 'rows', ['took', 'cards', 'note', 'seconds']);
  const took = field(node, 'took', 'array');
  const winners = strings(took, 'took').map((each) => {
    const seat = players.indexOf(each.value);
    if (seat < 0) refuse('file-stranger', each.line, { name: each.value.slice(0, NAME_MAX) });
    return seat;
  });
  const counted = node.value.get('cards');
  const cards = !counted || counted.kind === 'null' ? null : field(node, 'cards', 'array').value
    .map((each) => checkCount(each.value, each.line, 'cards', CARDS_MAX));
  const note = node.value.has('note') ? field(node, 'note', 'string') : { value: '', line: node.line };
  const seconds = node.value.has('seconds') ? field(node, 'seconds', 'number') : { value: 0, line: node.line };
  return checkRow({
    winners,
    cards,
    note: checkText(note.value, note.line, 'note', NOTE_MAX),
    seconds: checkCount(seconds.value, seconds.line, 'seconds', SECONDS_MAX),
  }, node.line, players);
}

/**
 * @param {string} text a JSON file
 * @returns {{sheet: object, playedSeconds: number}}
 * @throws {Unreadable} with the line and the reason
 */
export function fromJson(text) {
  const top = parseJson(text);
  objectOf(top, 'file', ['format', 'version', 'title', 'players', 'settings', 'rows', 'played_seconds']);
  const format = field(top, 'format', 'string');
  if (format.value !== FORMAT) refuse('file-format', format.line);
  const version = field(top, 'version', 'number');
  if (version.value !== VERSION) refuse('file-version', version.line, { version: version.value });
  const given = objectOf(field(top, 'settings', 'object'), 'settings', Object.keys(SETTINGS));
  const settings = Object.fromEntries(Object.keys(SETTINGS).map((name) => {
    const found = given.value.get(name) ?? refuse('file-missing', given.line, { name });
    return [name, checkSetting(name, found.value, found.line)];
  }));
  const names = field(top, 'players', 'array');
  const players = checkPlayers(strings(names, 'players'), names.line, settings.table_size);
  const title = field(top, 'title', 'string');
  const rows = field(top, 'rows', 'array');
  if (rows.value.length > ROWS_MAX) refuse('file-rows', rows.line, { most: ROWS_MAX });
  const played = top.value.has('played_seconds') ? field(top, 'played_seconds', 'number') : { value: 0, line: top.line };
  return {
    sheet: {
      title: checkText(title.value, title.line, 'title', TITLE_MAX, true),
      players,
      settings,
      rows: rows.value.map((each) => rowOf(each, players)),
    },
    playedSeconds: checkCount(played.value, played.line, 'played_seconds', SECONDS_MAX),
  };
}
