// The page of practice without a connection: lists, what is asked of the site, and which game
// lies on the table. Playing it is table.js.

import { dealAhead, keepPictures } from './ahead.js';
import { pictures } from './felt.js';
import { figuresOf, readyByGame } from './play.js';
import { openShelf } from './shelf.js';
import { RefusedError, supplyFrom } from './supply.js';
import { openedLink } from './tab.js';
import { openTable } from './table.js';
import { number, text } from './texts.js';

const page = document.getElementById('offline');
const announcer = document.getElementById('announce');
const part = (selector) => page.querySelector(selector);

let shelf;
let supply;
let table;
let waiting = 0; // games that the site holds dealt ahead for this player

function say(message) {
  announcer.textContent = message;
  const note = part('[data-note]');
  note.hidden = !message;
  note.textContent = message;
}

function complain(message) {
  const alert = part('[data-alert]');
  alert.hidden = !message;
  alert.textContent = message;
}

/** Do something that the site is asked for, and say what came of it. */
async function asked(button, act) {
  complain('');
  button.disabled = true;
  try {
    say(await act());
  } catch (error) {
    say('');
    complain(whyNot(error));
  }
  button.disabled = false;
  await list();
  // A button that cannot be pressed any more loses the focus.
  const places = [button, part('#played-heading'), part('#shelf-heading')];
  if (document.activeElement === document.body) places.find((place) => !place.disabled && place.checkVisibility()).focus();
}

function whyNot(error) {
  if (error instanceof RefusedError) return error.message || text('refused');
  // The shelf fails with these, a fetch never does.
  return text(error instanceof DOMException ? 'full' : 'unreachable');
}

function row(title, hint, ...actions) {
  const item = document.createElement('li');
  const words = document.createElement('span');
  words.append(title);
  if (hint) {
    const small = document.createElement('small');
    small.textContent = hint;
    words.append(small);
  }
  item.append(words, ...actions);
  return item;
}

function button(label, title, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button';
  made.textContent = label;
  const hidden = document.createElement('span');
  hidden.className = 'visually-hidden';
  hidden.textContent = ` ${title}`;
  made.append(hidden);
  made.addEventListener('click', act);
  return made;
}

function shelfRow({ title, links }) {
  return row(title, text('ready', { count: number(links.length) }), button(text('play'), title, () => play(links[0])));
}

function playedRow(note) {
  const hint = `${text(note.outcome)} · ${text(`fate-${note.fate}`)}`;
  if (note.fate !== 'added') return row(note.title, hint, button(text('again'), note.title, () => play(note.link)));
  const link = document.createElement('a');
  link.className = 'more';
  link.href = `${page.dataset.practice.replace(/statistics$/, 'games')}/${note.link}`;
  link.textContent = text('replay');
  return row(note.title, hint, link);
}

async function list() {
  const notes = await shelf.notes();
  const ready = readyByGame(notes);
  part('[data-shelf-empty]').hidden = ready.length > 0;
  part('[data-shelf]').replaceChildren(...ready.map(shelfRow));
  const played = notes.filter((note) => note.stage === 'over').sort((one, other) => other.overAt - one.overAt);
  part('[data-played]').replaceChildren(...played.map(playedRow));
  const figures = figuresOf(notes);
  part('[data-figure="games"]').textContent = number(figures.games);
  part('[data-figure="results"]').textContent = [figures.wins, figures.losses, figures.draws].map(number).join(' – ');
  part('[data-figure="battles"]').textContent = number(figures.battles);
  part('[data-figure="waiting"]').textContent = number(figures.waiting);
  part('[data-do="add"]').disabled = figures.waiting === 0;
  // What the site still keeps for this browser can be given back, known here or not.
  part('[data-here]').hidden = notes.length === 0 && waiting === 0;
}

async function play(link) {
  const [note, game] = await Promise.all([shelf.note(link), shelf.game(link)]);
  if (!note || !game) {
    await list();
    return;
  }
  say('');
  part('[data-lists]').hidden = true;
  table.show(note, game);
}

/** What follows on a game that is over: another of the same rules, if there is one. */
async function nextOf(note) {
  const ready = readyByGame(await shelf.notes());
  return ready.find((group) => group.rules === note.rules)?.links[0];
}

async function close(message) {
  part('[data-lists]').hidden = false;
  say(message);
  await list();
  document.getElementById('shelf-heading').focus();
}

function tellConnection() {
  const badge = document.querySelector('[data-connection]');
  badge.hidden = false;
  badge.textContent = text(navigator.onLine ? 'online' : 'offline');
  badge.classList.toggle('badge--win', navigator.onLine);
}

/** What a player has played lately comes first among what can be dealt ahead. */
async function offerRecent() {
  const { recent, ...state } = await supply.state();
  waiting = state.waiting;
  const group = part('[data-recent]');
  group.hidden = recent.length === 0;
  group.replaceChildren(...recent.map(({ rules, title }) => new Option(title, rules)));
  if (recent.length > 0) group.parentElement.value = recent[0].rules;
  return recent;
}

/** Deal ahead what is missing, if there is a connection. */
async function fillUp() {
  const recent = await offerRecent().catch(() => []);
  await dealAhead(supply, shelf, recent);
  await list();
}

function ask(event) {
  event.preventDefault();
  const { rules } = event.target.elements;
  asked(event.submitter ?? event.target.querySelector('button'), async () => {
    const title = await supply.ask(rules.value, (done, count) => say(text('dealing', { done: number(done), count: number(count) })));
    // Else the browser may clear it away when room is short.
    await navigator.storage?.persist?.();
    const ready = readyByGame(await shelf.notes()).find((group) => group.title === title);
    return text('dealt', { game: title, count: number(ready?.links.length ?? 0) });
  });
}

function act(event) {
  const pressed = event.target.closest('[data-do]');
  if (pressed?.dataset.do === 'add') {
    asked(pressed, async () => {
      const { added, counted, unknown } = await supply.add();
      return text('added', { added: number(added), counted: number(counted), unknown: number(unknown) });
    });
  }
  if (pressed?.dataset.do === 'give-back') {
    asked(pressed, async () => {
      await supply.giveBack();
      waiting = 0;
      return text('given-back');
    });
  }
}

async function begin() {
  for (const each of document.querySelectorAll('[data-no-script]')) each.hidden = true;
  page.hidden = false;
  tellConnection();
  for (const name of ['online', 'offline']) globalThis.addEventListener(name, tellConnection);
  try {
    shelf = await openShelf();
  } catch {
    complain(text('forgetful'));
    part('[data-lists]').hidden = true;
    return;
  }
  supply = supplyFrom(page.dataset.root, shelf);
  table = openTable(document.getElementById('game'), shelf, { nextOf, close, play, complain });
  part('[data-ask]').addEventListener('submit', ask);
  page.addEventListener('click', act);
  if (!globalThis.isSecureContext || !('serviceWorker' in navigator)) say(text('insecure'));
  await list();
  const begunGame = (await shelf.notes()).find((note) => note.stage === 'dealt' && note.at.newest > 0);
  const opened = openedLink() ?? begunGame?.link;
  if (opened) await play(opened);
  // Another tab may have played, dealt ahead or given back.
  document.addEventListener('visibilitychange', async () => {
    if (document.hidden) return;
    await table.refresh();
    await list();
  });
  page.dataset.ready = 'yes';
  keepPictures(pictures);
  await fillUp();
}

begin();
