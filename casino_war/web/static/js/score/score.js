// The page of the score sheet: what is pressed and typed becomes actions on a sheet that this
// browser keeps. Needs no server once the page is there.

import { play } from '../deal/sound.js';
import { Refused } from './actions.js';
import { fromCsv, toCsv } from './file-csv.js';
import { FILE_MAX, fromJson, toJson } from './file-json.js';
import { Unreadable } from './json-lines.js';
import { Keeper } from './keeper.js';
import { isLink, LINK_MAX, linkOf, sheetOf } from './link.js';
import { cardsEach, reckon, SETTINGS } from './rules.js';
import { fresh, Shelf } from './shelf.js';
import { endOf, resultOf, View } from './view.js';
import { Words } from './words.js';

const TICK_MS = 500;

const root = document.getElementById('score');
const words = new Words(root, document.documentElement.lang);
const view = new View(root, words);

const reach = (name) => { try { return globalThis[name] ?? null; } catch { return null; } };
const shelf = new Shelf(reach('localStorage'));

const keeper = new Keeper(shelf, reach('sessionStorage'), {
  drawn: () => {
    view.draw({ kept: keeper.kept, isGuest: keeper.isGuest, sheets: keeper.sheets, now: Date.now() });
  },
  problem: tellProblem,
  followed: () => say(words.say('followed')),
}, words);

function say(text) {
  const said = view.get('said');
  // What is said twice must differ to be read out twice.
  said.textContent = said.textContent === text ? `${text}\u00A0` : text;
}

function tellProblem(problem) {
  const label = (name) => root.dataset[name];
  const ways = {
    changed: [
      [label('wayTheirs'), () => { keeper.yield(); view.alert(''); }],
      [label('wayMine'), () => { keeper.keepBeside(); }],
    ],
    gone: [[label('wayAgain'), () => keeper.restore(keeper.kept)]],
  };
  view.alert(problem ? words.say(problem) : '', ways[problem]);
}

/** Do what may be refused; a refusal is said, and what was typed gives way to what stands. */
function attempt(deed) {
  try {
    deed();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    view.alert(words.refusal(error));
    keeper.listener.drawn();
    return false;
  }
}

function enter(winners, cards = null) {
  const note = view.get('note');
  const number = keeper.sheet.rows.length + 1;
  if (!attempt(() => keeper.enter({ winners, cards, note: note.value }))) return;
  note.value = '';
  for (const input of view.get('counts').querySelectorAll('input')) input.value = '';
  view.get('count-fault').textContent = '';
  view.get('count').open = false;
  view.get('losers').open = false;
  const { sheet } = keeper;
  const result = resultOf(sheet.rows.at(-1), sheet.players, words);
  const { isOver } = reckon(sheet);
  say([words.say('entered', { number, result }), isOver ? endOf(sheet, words) : ''].join(' '));
  if (isOver) {
    play('win');
    view.get('over').focus();
  }
}

let confirmed = '';

function enterCount() {
  const texts = [...view.get('counts').querySelectorAll('input')].map((input) => input.value.trim());
  const fault = view.get('count-fault');
  if (!texts.every((text) => /^\d{1,3}$/.test(text))) {
    fault.textContent = words.say('count-needed');
    return;
  }
  const cards = texts.map(Number);
  const sum = cards.reduce((one, other) => one + other, 0);
  const dealt = cardsEach(keeper.sheet.settings) * cards.length;
  // A count that does not add up is told once; cards may have been lost for good.
  if (sum !== dealt && confirmed !== texts.join()) {
    confirmed = texts.join();
    fault.textContent = words.say('count-sum', { sum, dealt });
    return;
  }
  confirmed = '';
  enter([], cards);
}

function undo() {
  const row = keeper.undo();
  if (row) view.get('note').value = row.note;
  say(words.say('undone'));
  stayFocused('[data-undo]', '[data-redo]');
}

function redo() {
  keeper.redo();
  say(words.say('redone'));
  stayFocused('[data-redo]', '[data-undo]');
}

/** A button that can do no more loses the focus: its opposite takes it. */
function stayFocused(pressed, opposite) {
  if (root.querySelector(pressed).disabled) root.querySelector(opposite).focus();
}

function download(kind) {
  const text = (kind === 'csv' ? toCsv : toJson)(keeper.sheet, keeper.playedSeconds);
  const type = kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = `${keeper.sheet.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'score'}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function readFile(file) {
  if (file.size > FILE_MAX) throw new Unreadable('file-large');
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Unreadable('file-bytes');
  }
  return /^\s*[{[]/.test(text) || file.name.toLowerCase().endsWith('.json') ? fromJson(text) : fromCsv(text);
}

async function bringIn(input) {
  const fault = view.get('file-fault');
  fault.textContent = '';
  const [file] = input.files;
  if (!file) return;
  try {
    const { sheet, playedSeconds } = await readFile(file);
    keeper.adopt(sheet, playedSeconds);
    if (!keeper.isUnkept) say(words.say('imported', { title: keeper.sheet.title }));
    view.get('title').focus();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fault.textContent = words.refusal(error);
  }
  input.value = '';
}

async function share() {
  const address = await linkOf(keeper.sheet, location.origin + location.pathname);
  const isShort = address.length <= LINK_MAX;
  const field = view.get('link');
  root.querySelector('.score-link').hidden = !isShort;
  field.value = isShort ? address : '';
  view.get('link-said').textContent = words.say(isShort ? 'link-made' : 'link-long');
  if (isShort) field.select();
}

async function openLink() {
  try {
    keeper.show(fresh('link', await sheetOf(location.hash)), true);
    view.alert('');
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    leaveLink();
    view.alert(words.refusal(error));
  }
}

function leaveLink() {
  history.replaceState(null, '', location.pathname + location.search);
  keeper.open();
}

function dropSheet() {
  const dropped = keeper.drop();
  const text = words.say('dropped', { title: dropped.course.sheet.title });
  view.alert(text, [[root.dataset.wayBack, () => keeper.restore(dropped)]], false);
}

/** What each button does, by its attribute. */
const BUTTONS = {
  'data-clock': () => keeper.turnClock(),
  'data-enter-count': enterCount,
  'data-undo': undo,
  'data-redo': redo,
  'data-again': () => keeper.show(keeper.blank(keeper.sheet)),
  'data-new': () => { keeper.show(keeper.blank()); view.get('title').focus(); },
  'data-drop': dropSheet,
  'data-print': () => print(),
  'data-export': (button) => download(button.dataset.export),
  'data-share': share,
  'data-keep': () => {
    const { sheet } = keeper;
    history.replaceState(null, '', location.pathname + location.search);
    keeper.adopt(sheet);
  },
  'data-leave': leaveLink,
};

const seatsOf = (text) => (text ? text.split(',').map(Number) : []);

root.addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (!button) return;
  if (button.closest('.score-takers')) enter(seatsOf(button.value));
  const name = Object.keys(BUTTONS).find((each) => button.hasAttribute(each));
  if (name) BUTTONS[name](button);
});

function set(name, text) {
  const value = SETTINGS[name].find((each) => String(each) === text);
  const fill = name === 'table_size' ? [0, 1, 2, 3].map((seat) => keeper.playerName(seat)).slice(2) : [];
  keeper.act({ do: 'set', name, value, fill });
  say(words.say('reckoned'));
}

root.addEventListener('change', ({ target }) => {
  const index = Number(target.closest('tr')?.dataset.index);
  const seat = /^score-name-(\d)$/.exec(target.id)?.[1];
  if (target.name in SETTINGS) attempt(() => set(target.name, target.value));
  else if (seat) attempt(() => keeper.act({ do: 'rename', seat: Number(seat), name: target.value }));
  else if (target.id === 'score-rename') attempt(() => keeper.act({ do: 'title', title: target.value }));
  else if (target.id === 'score-choice') keeper.show(shelf.load(target.value) ?? keeper.kept);
  else if (target.id === 'score-file') bringIn(target);
  else if (target.closest('#score-rows') && target.matches('select')) attempt(() => keeper.act({ do: 'took', index, winners: seatsOf(target.value) }));
  else if (target.closest('#score-rows')) attempt(() => keeper.act({ do: 'note', index, note: target.value }));
  if (seat || target.id === 'score-rename') target.value = seat ? keeper.sheet.players[seat] : keeper.sheet.title;
});

addEventListener('storage', ({ key }) => keeper.follow(key));
addEventListener('pageshow', ({ persisted }) => { if (persisted) keeper.follow(); });
document.addEventListener('visibilitychange', () => { if (!document.hidden) keeper.follow(); });
addEventListener('hashchange', () => { if (isLink(location.hash)) openLink(); });
addEventListener('beforeunload', (event) => { if (shelf.memory.size) event.preventDefault(); });

setInterval(() => {
  if (keeper.isGuest) return;
  view.drawTime(keeper.kept, Date.now());
  if (view.isTimeNews) {
    say(words.say('time-up'));
    play('win');
  }
  view.isTimeNews = false;
}, TICK_MS);

keeper.open();
if (isLink(location.hash)) await openLink();
root.hidden = false;
document.getElementById('score-example').open = false;
if (!shelf.isOpen) {
  view.get('kept').textContent = words.say('closed');
  if (!keeper.isGuest) view.alert(words.say('closed'));
}
