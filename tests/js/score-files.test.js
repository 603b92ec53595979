// node --test tests/js
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { fromCsv, toCsv } from '../../casino_war/web/static/js/score/file-csv.js';
import { fromJson, toData, toJson } from '../../casino_war/web/static/js/score/file-json.js';
import { parseJson, Unreadable } from '../../casino_war/web/static/js/score/json-lines.js';
import { isLink, LINK_MAX, linkOf, sheetOf } from '../../casino_war/web/static/js/score/link.js';
import { DEFAULTS } from '../../casino_war/web/static/js/score/rules.js';

const row = (winners, more = {}) => ({ winners, cards: null, note: '', seconds: 0, ...more });
const PLAIN = {
  title: 'Saturday',
  players: ['Ida', 'Otto'],
  settings: { ...DEFAULTS },
  rows: [row([1], { note: 'three wars', seconds: 1140 }), row([0]), row([]), row([], { cards: [30, 22] })],
};
// Whatever a table for a spreadsheet, a page or a reader of JSON could take for its own.
const ODD = {
  title: '=HYPERLINK("http://example.org")',
  players: ['<img src=x onerror=alert(1)>', '"Otto", the ;1st', "'=x", 'עדה \u{1F0A1}'],
  settings: { ...DEFAULTS, table_size: 4, tie: 'split', time_limit_minutes: 60, aces: 'low', shuffle: 'no' },
  rows: [row([3, 0], { note: '-1+1', seconds: 3 }), row([], { cards: [1, 2, 3], note: "'" }), row([2], { note: '\\n {"a": 1}' })],
};

for (const [name, sheet] of Object.entries({ plain: PLAIN, odd: ODD })) {
  test(`a ${name} sheet comes back whole from either file and from a link`, async () => {
    assert.deepEqual(fromJson(toJson(sheet, 77)), { sheet, playedSeconds: 77 });
    const sorted = { ...sheet, rows: sheet.rows.map((each) => ({ ...each, winners: [...each.winners].sort() })) };
    assert.deepEqual(fromCsv(toCsv(sheet, 77)), { sheet: sorted, playedSeconds: 77 });
    const link = await linkOf(sheet, 'http://localhost/score');
    assert.match(link, /^http:\/\/localhost\/score#sheet=[\w-]+$/);
    assert.ok(isLink(new URL(link).hash));
    assert.deepEqual(await sheetOf(new URL(link).hash), sheet);
  });
}

test('a table that a spreadsheet has kept in its own way is read too', () => {
  const text = toCsv(PLAIN).replaceAll('\r\n', '\n');
  const padded = text.replace('title,Saturday\n', 'title,Saturday,,,,\n\n');
  assert.deepEqual(fromCsv(`\uFEFF${padded}`).sheet, PLAIN);
  assert.deepEqual(fromCsv(text.replaceAll(',', ';').trimEnd()).sheet, PLAIN);
});

test('no cell of a table is a formula', () => {
  for (const cell of toCsv(ODD).split(/[,;\r\n]+/)) assert.doesNotMatch(cell, /^"?[=+@-]/);
});

const told = (read, text) => {
  try {
    read(text);
  } catch (error) {
    assert.ok(error instanceof Unreadable, error.stack);
    return `${error.facts.line} ${error.code}`;
  }
  return 'read';
};

test('a file of very many lines is refused soon', () => {
  const lines = 100_000;
  const begun = Date.now();
  assert.equal(told(parseJson, `[${'0,\n'.repeat(lines)}]`), `${lines + 1} file-syntax`);
  // A reader that counts from the first line for each value takes minutes.
  assert.ok(Date.now() - begun < 5000);
});

test('a bad JSON file is refused with line and reason', () => {
  const good = toJson(PLAIN);
  assert.equal(told(fromJson, good), 'read');
  const bad = {
    '': '1 file-end',
    '[]': '1 file-kind',
    '{"format": "casino-war-score",\n"format": 1}': '2 file-doubled',
    '{"format":\n\ntru}': '3 file-syntax',
  };
  for (const [text, answer] of Object.entries(bad)) assert.equal(told(fromJson, text), answer, text);
  const line = (part) => good.slice(0, good.indexOf(part)).split('\n').length;
  const changes = [
    ['"casino-war-score"', '"else"', 'file-format'],
    ['"version": 1', '"version": 2', 'file-version'],
    ['"title": "Saturday"', '"title": ""', 'file-blank'],
    ['"title": "Saturday"', '"title": 5', 'file-kind'],
    ['"title": "Saturday"', '"title": "a\\nb"', 'file-text'],
    ['"title": "Saturday"', `"title": "${'x'.repeat(61)}"`, 'file-text'],
    ['"Otto"\n  ]', '"Ida"\n  ]', 'file-twice'],
    ['"games_to_win": 3', '"games_to_win": 6', 'file-setting'],
    ['"games_to_win": 3', '"games_to_win": "3"', 'file-setting'],
    ['"tie": "war"', '"tie": ["war"]', 'file-setting'],
    ['"table_size": 2', '"table_size": 2, "pack": 1', 'file-unknown'],
    ['"took": [\n        "Otto"', '"took": [\n"Paul"', 'file-stranger', 1],
    ['"note": "three wars"', '"note": null', 'file-kind'],
    ['"seconds": 1140', '"seconds": -1', 'file-number'],
    ['"seconds": 1140', '"seconds": 1.5', 'file-number'],
    ['        30,', '        1000,', 'file-number'],
    ['"seconds": 1140', '"seconds": 1140,', 'file-syntax', 1],
  ];
  for (const [from, to, code, below = 0] of changes) {
    assert.ok(good.includes(from), from);
    assert.equal(told(fromJson, good.replace(from, to)), `${line(from) + below} ${code}`, to);
  }
  const one = { ...toData(PLAIN), rows: [] };
  assert.equal(told(fromJson, JSON.stringify({ ...one, players: ['Ida'] })), '1 file-players');
  assert.equal(told(fromJson, JSON.stringify({ ...one, title: undefined })), '1 file-missing');
  assert.equal(told(fromJson, JSON.stringify({ ...one, settings: {} })), '1 file-missing');
  const game = { took: [], cards: null, note: '', seconds: 0 };
  const rows = [
    [{ ...game, took: ['Ida', 'Ida'] }, 'file-won-twice'],
    [{ ...game, took: ['Ida'], cards: [1, 2] }, 'file-count'],
    [{ ...game, cards: [52] }, 'file-count'],
    [{ ...game, cards: [1, 2, 3] }, 'file-count'],
  ];
  for (const [each, code] of rows) assert.equal(told(fromJson, JSON.stringify({ ...one, rows: [each] })), `1 ${code}`);
  const many = JSON.stringify({ ...one, rows: Array(501).fill(game) });
  assert.equal(told(fromJson, many), '1 file-rows');
});

test('a bad CSV file is refused with line and reason', () => {
  const good = toCsv(PLAIN);
  const changes = [
    ['format,casino-war-score', 'format,else', '1 file-format'],
    ['version,1', 'version,9', '2 file-version'],
    ['title,Saturday', 'title,Satur"day', '3 file-quotes'],
    ['title,Saturday', 'title,"a\r\nb"', '3 file-text'],
    ['player,Otto', 'player,Ida', '5 file-twice'],
    ['player,Otto\r\n', '', '13 file-players'],
    ['aces,high', 'aces,wild', '8 file-setting'],
    ['aces,high', 'aces,high,low', '8 file-cells'],
    ['aces,high', 'tie,war', '11 file-doubled'],
    ['aces,high', 'ace,high', '8 file-unknown'],
    ['aces,high\r\n', '', '13 file-missing'],
    ['seconds,note', 'note,seconds', '14 file-header'],
    ['game,took_1', 'row,took_1', '18 file-no-games'],
    ['1,0,1,', '1,0,x,', '15 file-took'],
    ['1140', '1e3', '15 file-number'],
    ['1,0,1,,,1140,three wars', '1,0,1', '15 file-cells'],
    ['1,0,1,,,', '1,0,1,3,,', '15 file-count'],
    ['4,0,0,30,22', '4,0,0,,22', '18 file-number'],
  ];
  for (const [from, to, answer] of changes) {
    assert.ok(good.includes(from), from);
    assert.equal(told(fromCsv, good.replace(from, to)), answer, to);
  }
  assert.equal(told(fromCsv, ''), '1 file-no-games');
  assert.equal(told(fromCsv, 'a,b\nc'), '2 file-no-games');
});

test('a broken, foreign or swollen link holds no sheet', async () => {
  const link = new URL(await linkOf(PLAIN, 'http://localhost/score')).hash;
  const zeros = new Blob([' '.repeat(5_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bomb = Buffer.from(await new Response(zeros).arrayBuffer()).toString('base64url');
  for (const each of [link.slice(0, -9), '#sheet=', '#sheet=%%', '#sheet=AAAA', `#sheet=${bomb}`]) {
    await assert.rejects(sheetOf(each), { code: 'link-broken' });
  }
  assert.equal(isLink('#main'), false);
});

test('the sheet of an evening fits into a link', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => row([at % 2], { note: `note ${at * 7919}`, seconds: 300 + at }));
  assert.ok((await linkOf({ ...PLAIN, rows }, 'http://localhost/score')).length < LINK_MAX);
});

test('reads all of JSON, and nothing else', () => {
  const plain = ({ kind, value }) => {
    if (kind === 'object') return Object.fromEntries([...value].map(([name, each]) => [name, plain(each)]));
    return kind === 'array' ? value.map(plain) : value;
  };
  const texts = ['{}', '[]', ' [1, -2.5e3, "a\\u00e9\\n", true, false, null] ', '{"a": {"b": [[]]}, "__proto__": 1}', '"\u{1F0A1}"'];
  for (const text of texts) assert.deepEqual(plain(parseJson(text)), JSON.parse(text));
  for (const text of ['[1,]', '{"a" 1}', '{a: 1}', "'a'", '01', '[1] 2', '"a\nb"', '{"a":1', '[[', '"\\x"', 'undefined', '['.repeat(50)]) {
    assert.throws(() => parseJson(text), Unreadable, text);
  }
});

test('the files that the documentation shows are read', () => {
  const text = readFileSync(new URL('../../docs/score.md', import.meta.url), 'utf8');
  const shown = (kind) => text.split(`\`\`\`${kind}\n`)[1].split('```')[0];
  const [table, { sheet }] = [fromCsv(shown('csv')), fromJson(shown('json'))];
  assert.equal(table.sheet.rows.length, 3);
  assert.deepEqual({ ...table.sheet, rows: [table.sheet.rows[0], table.sheet.rows[2]] }, sheet);
});
