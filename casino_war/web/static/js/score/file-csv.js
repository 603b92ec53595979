// A sheet as a table for spreadsheets (RFC 4180), and back: lines of name and value, then one
// line for each game.

import { CARDS_MAX, NOTE_MAX, ROWS_MAX, TITLE_MAX } from './actions.js';
import { SECONDS_MAX } from './clock.js';
import { checkCount, checkPlayers, checkRow, checkSetting, checkText, FORMAT, VERSION } from './file-json.js';
import { Unreadable } from './json-lines.js';
import { SETTINGS } from './rules.js';

const YES = '1';
const NO = '0';

// A spreadsheet would take such a text for a formula; the apostrophe tells it not to.
const escaped = (text) => (/^['=+\-@]/.test(text) ? `'${text}` : text);
const plain = (text) => (/^'['=+\-@]/.test(text) ? text.slice(1) : text);

function cell(value) {
  const text = typeof value === 'number' ? String(value) : escaped(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const columns = (players) => [
  'game', ...players.map((_, seat) => `took_${seat + 1}`), ...players.map((_, seat) => `cards_${seat + 1}`),
  'seconds', 'note',
];

/** @returns {string} the sheet as a CSV file */
export function toCsv(sheet, playedSeconds = 0) {
  const { players, settings, rows } = sheet;
  const lines = [
    ['format', FORMAT], ['version', VERSION], ['title', sheet.title],
    ...players.map((name) => ['player', name]),
    ...Object.entries(settings),
    ['played_seconds', playedSeconds],
    columns(players),
    ...rows.map((row, index) => [
      index + 1,
      ...players.map((_, seat) => (row.winners.includes(seat) ? YES : NO)),
      ...players.map((_, seat) => row.cards?.[seat] ?? ''),
      row.seconds, row.note,
    ]),
  ];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

const refuse = (code, line, facts = {}) => { throw new Unreadable(code, { line, ...facts }); };

// Where decimals are written with a comma, spreadsheets write semicolons between cells.
const CELLS = {
  ',': /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/y,
  ';': /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n|\r|\n|$)/y,
};

/** @returns {{line: number, cells: string[]}[]} the lines that are not blank */
export function parseCsv(text) {
  const found = [];
  let [at, line, cells, first] = [0, 1, [], 1];
  // A byte order mark is what some spreadsheets put before everything.
  if (text.startsWith('\uFEFF')) at = 1;
  const between = /^\uFEFF?"?format"?;/.test(text) ? ';' : ',';
  while (at < text.length || cells.length) {
    CELLS[between].lastIndex = at;
    const match = CELLS[between].exec(text);
    if (!match) refuse('file-quotes', line);
    at = CELLS[between].lastIndex;
    cells.push(plain(match[1] === undefined ? match[2] : match[1].replaceAll('""', '"')));
    line += match[0].match(/\r\n|\r|\n/g)?.length ?? 0;
    if (match[3] === between) continue;
    if (cells.some((each) => each)) found.push({ line: first, cells });
    [cells, first] = [[], line];
  }
  return found;
}

function number(text, line, name, most) {
  if (!/^\d{1,9}$/.test(text)) refuse('file-number', line, { name, most });
  return checkCount(Number(text), line, name, most);
}

function headOf(lines) {
  const head = new Map();
  const players = [];
  for (const { line, cells: [name, value = '', ...rest] } of lines) {
    if (rest.some((each) => each)) refuse('file-cells', line, { count: 2 });
    if (name === 'player') players.push({ line, value });
    else if (!['format', 'version', 'title', 'played_seconds', ...Object.keys(SETTINGS)].includes(name)) {
      refuse('file-unknown', line, { name: name.slice(0, TITLE_MAX) });
    } else if (head.has(name)) refuse('file-doubled', line, { name });
    else head.set(name, { line, value });
  }
  return { head, players };
}

function rowOf({ line, cells }, players) {
  const names = columns(players);
  const given = [...cells];
  while (given.length > names.length && given.at(-1) === '') given.pop();
  if (given.length !== names.length) refuse('file-cells', line, { count: names.length });
  const at = (name) => given[names.indexOf(name)];
  const winners = players.flatMap((_, seat) => {
    const text = at(`took_${seat + 1}`);
    if (text !== YES && text !== NO) refuse('file-took', line, { name: `took_${seat + 1}` });
    return text === YES ? [seat] : [];
  });
  const counts = players.map((_, seat) => at(`cards_${seat + 1}`));
  while (counts.at(-1) === '') counts.pop();
  const cards = counts.length
    ? counts.map((text, seat) => number(text, line, `cards_${seat + 1}`, CARDS_MAX)) : null;
  return checkRow({
    winners,
    cards,
    note: checkText(at('note'), line, 'note', NOTE_MAX),
    seconds: number(at('seconds'), line, 'seconds', SECONDS_MAX),
  }, line, players);
}

/**
 * @param {string} text a CSV file
 * @returns {{sheet: object, playedSeconds: number}}
 * @throws {Unreadable} with the line and the reason
 */
export function fromCsv(text) {
  const lines = parseCsv(text);
  const table = lines.findIndex(({ cells }) => cells[0] === 'game');
  if (table < 0) refuse('file-no-games', lines.at(-1)?.line ?? 1);
  const { head, players: given } = headOf(lines.slice(0, table));
  const headerLine = lines[table].line;
  const value = (name) => head.get(name) ?? refuse('file-missing', headerLine, { name });
  if (value('format').value !== FORMAT) refuse('file-format', value('format').line);
  if (value('version').value !== String(VERSION)) {
    refuse('file-version', value('version').line, { version: value('version').value.slice(0, 20) });
  }
  const settings = Object.fromEntries(Object.entries(SETTINGS).map(([name, allowed]) => {
    const { line, value: text } = value(name);
    return [name, checkSetting(name, allowed.find((each) => String(each) === text) ?? text, line)];
  }));
  const players = checkPlayers(given, headerLine, settings.table_size);
  const header = lines[table].cells.filter((each) => each);
  if (header.join() !== columns(players).join()) refuse('file-header', headerLine, { header: columns(players).join(',') });
  const rows = lines.slice(table + 1);
  if (rows.length > ROWS_MAX) refuse('file-rows', headerLine, { most: ROWS_MAX });
  const played = head.get('played_seconds');
  return {
    sheet: {
      title: checkText(value('title').value, value('title').line, 'title', TITLE_MAX, true),
      players,
      settings,
      rows: rows.map((each) => rowOf(each, players)),
    },
    playedSeconds: played ? number(played.value, played.line, 'played_seconds', SECONDS_MAX) : 0,
  };
}
