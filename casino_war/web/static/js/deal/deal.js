// At a table: plays the round that the last command dealt or decided, one event after the
// other. The page holds the finished table; this script only shows it in its order.

import { Bankroll } from './bankroll.js';
import { readEvents } from './events.js';
import { noteSent, tabStorage, takeTold } from './memory.js';
import { Player } from './player.js';
import { Speaker, isAnnounced } from './say.js';
import { Stage } from './stage.js';

const TABLE_PATH = /^\/tables\/[^/]+/;
/** What the table's own sentence says in the end. */
const ROUND_SETTLED = 'round-settled';
const SPOKEN_AT_ONCE = new Set(['card-turned', 'hand-tied', 'cards-burned', 'hand-settled']);
const FACES_WAIT_MS = 1500;
/** A screen reader hears only what changes after it has taken the page in. */
const NEWS_MS = 250;

const storage = tabStorage();
const seen = new WeakSet();
let running = null;

function tablePath(path) {
  return TABLE_PATH.exec(path)?.[0] ?? '';
}

function speedOf() {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;
  return isStill ? 'instant' : document.documentElement.dataset.speed || 'normal';
}

function facesOf(felt) {
  const back = new Image();
  back.src = document.getElementById('round-events').dataset.back;
  const images = [back, ...felt.querySelectorAll('[data-spot] img')];
  const loaded = Promise.allSettled(images.map((image) => image.decode()));
  return Promise.race([loaded, new Promise((resolve) => { setTimeout(resolve, FACES_WAIT_MS); })]);
}

class Play {
  constructor(felt, events, from) {
    this.felt = felt;
    this.skip = document.querySelector('[data-skip]');
    this.stage = new Stage(felt, events);
    this.bankroll = new Bankroll();
    this.speaker = new Speaker(document.getElementById('say'), felt.dataset.say);
    this.player = new Player(this.stage, events, {
      onStart: (index) => {
        if (isAnnounced(events[index])) this.speaker.say(events[index].text);
      },
      onLand: (index) => {
        const { kind } = events[index];
        if (!isAnnounced(events[index]) && kind !== ROUND_SETTLED) this.speaker.say(events[index].text);
        this.bankroll.show(events[index].bankroll);
      },
      onEnd: () => this.finish(),
    });
    this.bankroll.show(from > 0 ? events[from - 1].bankroll : events.before);
    this.stage.set(from);
    this.speaker.begin();
    if (this.skip) {
      // In the place of the buttons that wait for the end, under the thumb.
      document.querySelector('.play-bar')?.append(this.skip);
      this.skip.hidden = false;
    }
  }

  async start(from, speed) {
    await facesOf(this.felt);
    if (running === this) this.player.play(from, speed);
  }

  /** Show everything at once; what was played stays played. */
  finish() {
    if (running !== this) return;
    running = null;
    this.player.stop();
    this.stage.clear();
    this.bankroll.end();
    this.speaker.end();
    const hadFocus = document.activeElement ?? document.body;
    if (this.skip) this.skip.hidden = true;
    // The button that is to have the focus was hidden until now.
    if (hadFocus === this.skip || !isControl(hadFocus)) {
      document.querySelector('[data-next]:enabled')?.focus({ preventScroll: true });
    }
    this.felt.dispatchEvent(new CustomEvent('deal:end', { bubbles: true }));
  }
}

/** Look whether the page shows a round that is to be played, and play it. */
function show() {
  const felt = document.querySelector('[data-felt]');
  const list = document.getElementById('round-events');
  if (!felt || !list || seen.has(felt)) return;
  seen.add(felt);
  running?.finish();
  const events = readEvents(list);
  events.before = list.dataset.bankroll;
  const from = takeTold(storage, {
    round: felt.dataset.round,
    count: events.length,
    from: Number(felt.dataset.playedFrom),
    path: tablePath(location.pathname),
    isRefused: document.getElementById('alert') !== null,
  });
  if (from >= events.length) return;
  const speed = speedOf();
  if (speed === 'instant') {
    const speaker = new Speaker(document.getElementById('say'), felt.dataset.say);
    const news = events.slice(from).filter(({ kind }) => SPOKEN_AT_ONCE.has(kind));
    setTimeout(() => speaker.sum(news.map(({ text }) => text)), NEWS_MS);
    return;
  }
  running = new Play(felt, events, from);
  running.start(from, speed);
}

function isControl(target) {
  return target.closest?.('a, button, input, select, textarea, summary, label') !== null;
}

document.addEventListener('submit', (event) => {
  running?.finish();
  const path = tablePath(new URL(event.target.action, location.href).pathname);
  if (path && event.target.method === 'post') noteSent(storage, path);
}, { capture: true });

document.addEventListener('click', (event) => {
  if (!running || event.detail > 1 || !event.target.closest?.('main')) return;
  if (event.target.closest('[data-skip]') || !isControl(event.target)) running.finish();
});

document.addEventListener('keydown', (event) => {
  if (!running || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  // Letters too: the button that one presses at a table is hidden, so what it would do is not known.
  const isSkip = event.key === 'Escape' || event.key === 'Enter' || event.key.length === 1;
  if (!isSkip || (event.key !== 'Escape' && isControl(event.target))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  running.finish();
}, { capture: true });

document.addEventListener('visibilitychange', () => {
  if (document.hidden) running?.finish();
});
addEventListener('pagehide', () => running?.finish());
// Partial page updates: the new felt is there, and all that is said of it, before it is painted.
document.addEventListener('htmx:afterSwap', ({ target }) => {
  if (target.querySelector?.('[data-felt]')) show();
});
show();
