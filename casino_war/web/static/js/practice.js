// A practice game without reloading: forms are sent and the page's own answer takes their place;
// battles follow each other by themselves, fetched some at a time. Without scripts the same forms
// and links work by loading pages.

const PACE = { slow: [1600, 2], normal: [800, 4], fast: [300, 10], fastest: [90, 30] };
const KEPT = 'casino-war-practice';

let game = document.getElementById('game');
let playing = null; // the run of battles under way
let sending = 0; // requests whose answers will be shown
const announcer = document.getElementById('announce');

function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

function keep(changes) {
  try { localStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...changes })); } catch { /* private window */ }
}

const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** The game as it stands on the page. */
export function shownGame() {
  return game;
}

/** Whether something of one's own is under way, whose answer will take the game's place. */
export function isBusy() {
  return Boolean(playing) || sending > 0;
}

/** Put the game of a fetched page in the place of the shown one. */
export function show(page, address, { focus = true } = {}) {
  const fresh = page.getElementById('game');
  game.replaceWith(fresh);
  game = fresh;
  if (address) history.replaceState(null, '', address);
  const alert = game.querySelector('[role="alert"]');
  announcer.textContent = alert?.textContent ?? game.querySelector('#say')?.textContent ?? '';
  enliven();
  document.dispatchEvent(new Event('game-shown'));
  if (focus) game.querySelector('[data-primary]')?.focus({ preventScroll: true });
}

/** Ask the site; say so, and return nothing, while it cannot be reached. */
async function reached(address, options) {
  const lost = document.querySelector('[data-lost]');
  try {
    const response = await fetch(address, options);
    lost.hidden = true;
    return response;
  } catch {
    lost.hidden = false;
    return null;
  }
}

async function fetched(address, options) {
  sending += 1;
  const response = await reached(address, options);
  const text = await response?.text().catch(() => null);
  sending -= 1;
  if (!text) return null;
  const page = new DOMParser().parseFromString(text, 'text/html');
  if (!page.getElementById('game')) {
    // Some other page: the browser shows it in its own way.
    location.assign(options?.method === 'POST' ? game.dataset.address : response.url);
    return null;
  }
  return { page, address: response.url, isRefused: !response.ok };
}

async function send(form, submitter) {
  const answer = await fetched(form.getAttribute('action'), { method: 'POST', body: new FormData(form, submitter) });
  if (answer) show(answer.page, answer.isRefused ? '' : answer.address);
  // Sent again it is the same wish: its key says so.
  else delete form.dataset.sent;
}

async function follow(address) {
  const answer = await fetched(address);
  if (answer) show(answer.page, answer.address, { focus: false });
}

/** Flip the next battles and return the page that has come of it. */
async function flipOn(page, count) {
  const form = page.querySelector('[data-act][action$="/flip"], [data-act][action$="/acknowledge"]');
  if (!form) return null;
  const body = new FormData(form);
  // A field may be called action: what the form is for stands in its attribute.
  const target = form.getAttribute('action');
  // Where others watch, each battle is flipped by itself, so that they see it.
  if (target.endsWith('/flip')) body.set('battles', 'shared' in game.dataset ? '1' : String(count));
  return fetched(target, { method: 'POST', body });
}

/** Play battles one after another until there are none, or it is stopped. */
async function play() {
  const run = { stopped: false, page: document };
  playing = run;
  label();
  while (!run.stopped) {
    const [pace, count] = PACE[speed()];
    let shown = Number(game.querySelector('#felt').dataset.battle);
    const root = () => run.page.getElementById('game') ?? game;
    if (shown >= Number(root().dataset.battles)) {
      const answer = await flipOn(root(), count);
      if (!answer || answer.isRefused) break;
      run.page = answer.page;
      if (shown >= Number(root().dataset.battles)) continue;
    }
    const last = Math.min(shown + count, Number(root().dataset.battles));
    const response = await reached(`${game.dataset.address}/battles?first=${shown + 1}&last=${last}`);
    if (!response?.ok) break;
    for (const battle of (await response.json()).battles) {
      if (run.stopped) break;
      lay(battle.html);
      shown = battle.number;
      if (battle.is_war && !(await letWarLie(run))) break;
      await wait(pace);
    }
    if (isOver(root(), shown)) break;
  }
  if (playing === run) await stop();
}

function isOver(root, shown) {
  return shown >= Number(root.dataset.battles) && !['flip', 'clear'].includes(root.dataset.stage);
}

/** Lay one battle on the felt. */
export function lay(html) {
  const holder = new DOMParser().parseFromString(html, 'text/html');
  game.querySelector('#felt').replaceWith(holder.getElementById('felt'));
  const number = game.querySelector('.pt-meter dd');
  if (number) number.textContent = game.querySelector('#felt').dataset.battle;
}

/** A war stays as long as was chosen; false if it waits for the player. */
async function letWarLie(run) {
  const stay = game.querySelector('[data-war-choice]')?.value ?? '2000';
  announcer.textContent = game.querySelector('#say').textContent;
  if (stay !== 'stay') {
    await wait(Number(stay));
    return !run.stopped;
  }
  await new Promise((cleared) => { run.clear = cleared; label(); });
  run.clear = null;
  label();
  return !run.stopped;
}

/** End the run and show the whole page of the battle that lies on the table. */
async function stop() {
  const run = playing;
  if (!run) return;
  run.stopped = true;
  run.clear?.();
  playing = null;
  const shown = game.querySelector('#felt').dataset.battle;
  const newest = (run.page.getElementById('game') ?? game).dataset.battles;
  await follow(shown === newest ? game.dataset.address : `${game.dataset.address}?battle=${shown}`);
  label();
  game.querySelector('[data-primary], [data-play]')?.focus({ preventScroll: true });
}

function label() {
  const button = game.querySelector('[data-play]');
  if (!button) return;
  const { playLabel, stopLabel, goLabel } = button.dataset;
  button.textContent = playing?.clear ? goLabel : playing ? stopLabel : playLabel;
}

function speed() {
  return game.querySelector('[data-speed-choice]')?.value ?? 'normal';
}

function enliven() {
  for (const part of game.querySelectorAll('[data-auto], [data-deal]')) part.hidden = false;
  const wished = kept();
  for (const [name, key] of [['[data-speed-choice]', 'speed'], ['[data-war-choice]', 'war']]) {
    const select = game.querySelector(name);
    if (select && [...select.options].some((option) => option.value === wished[key])) select.value = wished[key];
  }
}

/** Compute commitment and deal from the shown seeds and compare them with the game's own. */
async function checkDeal(proof) {
  const { chooseHasher, commitmentOf, shuffle, words } = await import('./war-fair.js');
  const { serverSeed, clientSeed, nonce, commitment, pack, dealt } = proof.dataset;
  const hasher = await chooseHasher();
  const cards = pack.split(' ');
  const order = await shuffle(words(hasher, serverSeed, clientSeed, nonce), cards.length);
  let found = 'Kept';
  if (order.map((index) => cards[index]).join(' ') !== dealt) found = 'Cards';
  if (await commitmentOf(hasher, serverSeed) !== commitment) found = 'Commitment';
  const result = proof.querySelector('[data-deal-result]');
  result.classList.add(found === 'Kept' ? 'message--success' : 'message--error');
  result.hidden = false;
  result.textContent = proof.dataset[`text${found}`];
}

function tick() {
  const clock = game.querySelector('[data-clock][data-running]');
  if (!clock) return;
  const seconds = Number(clock.dataset.clock) + 1;
  clock.dataset.clock = String(seconds);
  const two = (value) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  clock.textContent = minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('#game [data-act]')) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = 'true';
  if (playing) { stop().then(() => { delete form.dataset.sent; }); return; }
  send(form, event.submitter);
});

document.addEventListener('click', (event) => {
  const step = event.target.closest('#game [data-step]');
  if (step && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    follow(step.href);
  }
  if (event.target.closest('[data-check-deal]')) checkDeal(event.target.closest('[data-deal]'));
  if (event.target.closest('[data-play]')) {
    if (playing?.clear) playing.clear();
    else if (playing) stop();
    else play();
  }
});

document.addEventListener('change', (event) => {
  if (event.target.matches('[data-speed-choice]')) keep({ speed: event.target.value });
  if (event.target.matches('[data-war-choice]')) keep({ war: event.target.value });
});

document.addEventListener('keydown', (event) => {
  const isFree = [document.body, document.getElementById('main')].includes(event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (isFree && (event.key === ' ' || event.key === 'Enter')) {
    event.preventDefault();
    game.querySelector('[data-primary]')?.click();
  }
  const isTyping = event.target.closest('input, select, textarea, pre, .table-scroll');
  const step = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
  if (step && !isTyping && !playing) game.querySelector(`[data-step="${step}"]`)?.click();
});

if (game) {
  enliven();
  setInterval(tick, 1000);
}
