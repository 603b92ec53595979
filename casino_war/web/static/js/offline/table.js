// One game dealt ahead on the table: flipped by key or tap or by itself, stepped through, proved.

import { drawChart, lay } from './felt.js';
import { canStep, clear, flip, isOver, lengthOf, moved, pointsOf, show, step, warsIn } from './play.js';
import { verdictOf } from './proof.js';
import { rememberOpened } from './tab.js';
import { number, text } from './texts.js';

const PACE_MS = { slow: 1600, normal: 800, fast: 300, fastest: 90 };
const KEPT = 'casino-war-practice';
const VERDICTS = { kept: 'kept', commitment: 'commitment', seed: 'seed', cards: 'cards-differ' };
const SECOND_MS = 1000;

const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

function wishes() {
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

function wish(changes) {
  try { localStorage.setItem(KEPT, JSON.stringify({ ...wishes(), ...changes })); } catch { /* private window */ }
}

function clockOf(ms) {
  const seconds = Math.floor(ms / SECOND_MS);
  const two = (value) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/**
 * @param {HTMLElement} root the part of the page with the table
 * @param {object} shelf as `openShelf` gives it
 * @param {{nextOf: Function, close: Function, play: Function, complain: Function}} around what the page does
 */
export function openTable(root, shelf, around) {
  const part = (selector) => root.querySelector(selector);
  const announcer = document.getElementById('announce');
  let note = null;
  let game = null;
  let isPaused = false;
  let run = null; // battles that follow each other by themselves

  const isOpen = () => note !== null;
  const at = () => note.at;
  const over = () => isOver(game, at());

  /** Change the note where it is kept; false if the game is not on this table any more. */
  async function change(act) {
    const { link } = note;
    let changed;
    try {
      changed = await shelf.changeNote(link, act);
    } catch {
      // A full disk ends no game: it is played on as long as the page is open.
      around.complain(text('full'));
      changed = act(note);
    }
    if (note?.link !== link) return false;
    // Another tab may have given it back.
    if (changed) note = changed;
    else await leave(text('given-back'));
    return Boolean(changed);
  }

  /** Take the game to another place, from where it is by now; keep that, and draw it. */
  async function go(act) {
    const clock = { ms: at().ms, now: Date.now() };
    if (!await change((kept) => moved(kept, game, act, clock))) return;
    if (note.stage === 'over' && !note.verdict) {
      const verdict = await verdictOf(note, game);
      if (!await change((kept) => ({ ...kept, verdict }))) return;
    }
    await draw();
  }

  function drawMeter() {
    const { shown, newest, ms } = at();
    part('[data-meter="battle"]').textContent = number(shown);
    part('[data-meter="of"]').textContent = shown === newest ? '' : text('of', { count: number(newest) });
    part('[data-meter="wars"]').textContent = number(warsIn(game, at()));
    part('[data-meter="time"]').textContent = clockOf(ms);
    part('[data-paused]').hidden = !isPaused;
  }

  function drawButtons() {
    part('[data-bar]').hidden = over();
    const first = part('[data-do="flip"]');
    first.textContent = text(isPaused ? 'go-on' : at().warLies ? 'clear' : 'flip');
    for (const name of ['ten', 'end', 'pause']) part(`[data-do="${name}"]`).disabled = isPaused;
    for (const button of root.querySelectorAll('[data-step]')) button.disabled = !canStep(at(), button.dataset.step);
    part('[data-auto]').hidden = isPaused || (over() && at().shown === at().newest);
    if (document.activeElement !== part('#battle')) part('#battle').value = at().shown;
    drawRun();
  }

  function drawRun() {
    const button = part('[data-play]');
    const { playLabel, stopLabel, goLabel } = button.dataset;
    button.textContent = run?.clear ? goLabel : run ? stopLabel : playLabel;
  }

  function drawTold() {
    const sentences = (game.battles[at().shown].t ?? []).map((place) => game.texts[place]);
    part('[data-told]').hidden = sentences.length === 0;
    part('#told-heading').textContent = text('words', { number: number(at().shown) });
    part('.pt-told').replaceChildren(...sentences.map((sentence) => {
      const item = document.createElement('li');
      item.textContent = sentence;
      return item;
    }));
  }

  function drawProof() {
    part('[data-proof="commitment"]').textContent = note.commitment;
    part('[data-proof="clientSeed"]').textContent = note.clientSeed;
    part('[data-proof="nonce"]').textContent = note.nonce;
    const seed = part('[data-proof="serverSeed"]');
    seed.parentElement.hidden = !over();
    seed.textContent = over() ? game.serverSeed : '';
  }

  async function drawEnd() {
    const isShown = over() && at().shown === at().newest;
    part('[data-over]').hidden = !isShown;
    if (!isShown) return;
    part('[data-result]').textContent = game.result;
    const facts = { battles: lengthOf(game), wars: warsIn(game, at()), longestWar: game.longestWar, leadChanges: game.leadChanges };
    for (const [name, value] of Object.entries(facts)) part(`[data-fact="${name}"]`).textContent = number(value);
    const verdict = part('[data-verdict]');
    verdict.hidden = !note.verdict;
    verdict.className = `message message--${note.verdict === 'kept' ? 'success' : 'error'}`;
    verdict.textContent = note.verdict ? text(VERDICTS[note.verdict]) : '';
    part('[data-do="next"]').hidden = !await around.nextOf(note);
  }

  function drawHeld() {
    const chart = part('[data-chart]');
    chart.hidden = at().newest < 1;
    if (chart.hidden) return;
    const battles = number(at().newest);
    const cards = drawChart(chart, game, pointsOf(game, at()));
    chart.querySelector('.pt-chart').setAttribute('aria-label', text('chart', { battles }));
    part('[data-axis="cards"]').textContent = text('cards', { cards: number(cards) });
    part('[data-axis="battles"]').textContent = text('axis', { number: battles });
  }

  async function draw() {
    // The game may have been put away meanwhile.
    if (!isOpen()) return;
    lay(part('#felt'), game, at().shown);
    drawMeter();
    drawTold();
    drawButtons();
    // While battles follow each other, what lies below can wait.
    if (run) return;
    drawProof();
    drawHeld();
    await drawEnd();
    announcer.textContent = part('#say').textContent;
  }

  function focusFirst() {
    const first = [...root.querySelectorAll('[data-primary]')].find((button) => button.checkVisibility());
    first?.focus({ preventScroll: true });
  }

  async function press(count) {
    if (isPaused) isPaused = false;
    else return go((place) => (count === 1 && place.warLies ? clear(place) : flip(game, place, count)));
    return draw();
  }

  /** A war stays as long as was chosen; false if the run has ended meanwhile. */
  async function letWarLie(mine) {
    const stay = part('[data-war-choice]').value;
    announcer.textContent = part('#say').textContent;
    if (stay === 'stay') {
      await new Promise((cleared) => { mine.clear = cleared; drawRun(); });
      mine.clear = null;
      drawRun();
    } else {
      await wait(Number(stay));
    }
    return run === mine;
  }

  async function playOn() {
    const mine = { clear: null };
    run = mine;
    drawRun();
    while (run === mine && !(over() && at().shown === at().newest)) {
      await go((place) => (place.shown < place.newest ? step(place, 'next') : flip(game, place, 1)));
      if (run === mine && game.battles[at().shown].w && !await letWarLie(mine)) return;
      if (run === mine) await wait(PACE_MS[part('[data-speed-choice]').value]);
    }
    if (run === mine) await stop();
  }

  async function stop() {
    const mine = run;
    run = null;
    mine?.clear?.();
    await draw();
    focusFirst();
  }

  async function leave(message = '') {
    run = null;
    note = null;
    root.hidden = true;
    rememberOpened('');
    await around.close(message);
  }

  const acts = {
    flip: () => press(1),
    ten: () => press(10),
    end: () => press(Infinity),
    pause: () => { isPaused = true; return draw(); },
    next: async () => around.play(await around.nextOf(note)),
    close: () => leave(),
  };

  root.addEventListener('click', async (event) => {
    const { do: name, step: to } = event.target.closest('[data-do], [data-step]')?.dataset ?? {};
    if (event.target.closest('[data-play]')) {
      if (run?.clear) run.clear();
      else await (run ? stop() : playOn());
      return;
    }
    if ((name || to) && run) await stop();
    if (to) await go((place) => step(place, to));
    if (!acts[name]) return;
    await acts[name]();
    if (isOpen()) focusFirst();
  });

  root.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (run) await stop();
    const wanted = Number(part('#battle').value);
    if (Number.isInteger(wanted)) await go((place) => show(place, wanted));
    if (isOpen()) part('#battle').value = at().shown;
  });

  root.addEventListener('change', (event) => {
    if (event.target.matches('[data-speed-choice]')) wish({ speed: event.target.value });
    if (event.target.matches('[data-war-choice]')) wish({ war: event.target.value });
  });

  document.addEventListener('keydown', (event) => {
    if (!isOpen() || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const isFree = [document.body, document.getElementById('main')].includes(event.target);
    if (isFree && (event.key === ' ' || event.key === 'Enter')) {
      event.preventDefault();
      [...root.querySelectorAll('[data-primary]')].find((button) => button.checkVisibility())?.click();
    }
    const to = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
    if (to && !event.target.closest('input, select, textarea') && !run) part(`[data-step="${to}"]`).click();
  });

  setInterval(() => {
    if (!isOpen() || isPaused || over() || document.hidden) return;
    note.at = { ...at(), ms: at().ms + SECOND_MS };
    part('[data-meter="time"]').textContent = clockOf(at().ms);
  }, SECOND_MS);

  for (const [selector, key] of [['[data-speed-choice]', 'speed'], ['[data-war-choice]', 'war']]) {
    const select = part(selector);
    if ([...select.options].some((option) => option.value === wishes()[key])) select.value = wishes()[key];
  }

  return {
    /** Draw the game as it is by now, if one is on the table. */
    refresh: async () => { if (isOpen() && !run) await go((place) => place); },
    async show(itsNote, itsGame) {
      [note, game, isPaused, run] = [itsNote, itsGame, false, null];
      rememberOpened(note.link);
      part('#game-heading').textContent = note.title;
      root.hidden = false;
      await draw();
      focusFirst();
    },
  };
}
