// A practice game that several browsers share: asks for its news and shows what the others did.
// Seldom while nobody looks, later and later while there is no connection.

import { isBusy, lay, show, shownGame } from './practice.js';
import { leadOnAfter, sightOf } from './together/lead.js';
import { nextWait, steps } from './together/pace.js';
import { watchPress } from './together/press.js';

const NAME = 'casino-war-name';
const released = watchPress(document);
const note = document.getElementById('no-news');
let seen = null; // the element that was last drawn, and what was heard of it since
let failures = 0;
let quietSince = Date.now();
let timer = 0;
let last = shownGame() && sightOf(shownGame());

function known(game) {
  if (seen?.game !== game) seen = { game, version: game.dataset.version, beside: game.dataset.beside ?? '' };
  return seen;
}

function plan() {
  clearTimeout(timer);
  const base = Number(shownGame()?.dataset.askMs ?? 0);
  const wait = nextWait({ base, failures, isHidden: document.hidden, quietMs: Date.now() - quietSince });
  if (wait) timer = setTimeout(ask, wait);
}

async function ask() {
  const game = shownGame();
  if (!game?.dataset.askMs) return;
  if (!isBusy()) {
    try {
      await hear(game);
      failures = 0;
    } catch {
      failures += 1;
    }
    note.hidden = failures < 3;
  }
  plan();
}

async function hear(game) {
  const { version, beside } = known(game);
  const query = new URLSearchParams({ after: version, beside });
  const seat = new URLSearchParams(location.search).get('seat');
  if (seat) query.set('seat', seat);
  const response = await fetch(`${game.dataset.address}/news?${query}`);
  if (response.status === 204) return;
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById('game');
  // Something of one's own was sent meanwhile, and its answer is newer.
  if (!fresh || isBusy() || game !== shownGame()) return;
  quietSince = Date.now();
  if (!('newest' in game.dataset)) {
    // An earlier battle is being looked at: what is new can wait.
    Object.assign(seen, { version: fresh.dataset.version, beside: fresh.dataset.beside ?? '' });
    return;
  }
  await bring(game, page, fresh);
}

/** Show what has become of the game, and the battles on the way there. */
async function bring(game, page, fresh) {
  const missed = steps(Number(game.querySelector('#felt')?.dataset.battle ?? 0), Number(fresh.dataset.battles));
  if (missed) {
    const response = await fetch(`${game.dataset.address}/battles?first=${missed.first}&last=${missed.last}`);
    for (const battle of response.ok ? (await response.json()).battles : []) {
      if (isBusy() || game !== shownGame()) return;
      lay(battle.html);
      await new Promise((done) => { setTimeout(done, missed.pauseMs); });
    }
  }
  await released();
  if (isBusy() || game !== shownGame()) return;
  if (leadOnAfter(sightOf(game), sightOf(fresh)) === 0) {
    location.assign(fresh.dataset.next);
    return;
  }
  const restore = keepHand(game);
  show(page, '', { focus: document.activeElement?.matches('[data-primary]') ?? false });
  restore();
}

/** Remember what is being typed, held and unfolded, and give it back to what comes instead. */
function keepHand(game) {
  const field = document.activeElement?.closest('#game input:not([type="hidden"])');
  const held = field && { id: field.id, value: field.value, at: [field.selectionStart, field.selectionEnd] };
  const open = [...game.querySelectorAll('details[open] > summary')].map((each) => each.textContent);
  return () => {
    for (const summary of shownGame().querySelectorAll('summary')) {
      if (open.includes(summary.textContent)) summary.parentElement.open = true;
    }
    const again = held?.id && document.getElementById(held.id);
    if (!again) return;
    again.value = held.value;
    again.focus({ preventScroll: true });
    again.setSelectionRange?.(...held.at);
  };
}

/** Go on to the next game once the end of this one could be read. */
function leadOn() {
  const now = sightOf(shownGame());
  const wait = leadOnAfter(last, now);
  last = now;
  if (wait === null) return;
  setTimeout(() => {
    const game = shownGame();
    if (game.dataset.next === now.next && 'newest' in game.dataset && !isBusy()) location.assign(now.next);
  }, wait);
}

function keptName() {
  try { return localStorage.getItem(NAME) ?? ''; } catch { return ''; }
}

/** Offer the name of the last table, and the button that copies the link. */
function enliven() {
  for (const field of document.querySelectorAll('[data-kept-name]')) {
    if (!field.value) field.value = keptName();
  }
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard;
}

document.addEventListener('submit', (event) => {
  const field = event.target.querySelector('[data-kept-name]');
  try { if (field) localStorage.setItem(NAME, field.value); } catch { /* private window */ }
});

document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const field = button.parentElement.querySelector('input');
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copiedLabel;
  } catch { /* the address is selected, and copied by hand */ }
});

document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
window.addEventListener('online', ask);
document.addEventListener('game-shown', () => { quietSince = Date.now(); enliven(); leadOn(); plan(); });

enliven();
plan();
