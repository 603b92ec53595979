// A run of the laboratory while it is played: asks for its news, and shows them in its place.

import { nextWait } from './together/pace.js';

const note = document.getElementById('no-news');
const announce = document.getElementById('announce');
let failures = 0;
let timer = 0;

const shownRun = () => document.getElementById('run');

function plan() {
  clearTimeout(timer);
  const base = Number(shownRun()?.dataset.askMs ?? 0);
  const wait = nextWait({ base, failures, isHidden: document.hidden });
  if (wait) timer = setTimeout(ask, wait);
}

async function ask() {
  try {
    await hear(shownRun());
    failures = 0;
  } catch {
    failures += 1;
  }
  note.hidden = failures < 3;
  plan();
}

async function hear(run) {
  const response = await fetch(`${run.dataset.address}/news?after=${run.dataset.sight}`);
  if (response.status === 204) return;
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById('run');
  if (!fresh) throw new Error('no run');
  put(run, fresh);
}

/** Put the newer sight in place; what was unfolded and what had the focus stays so. */
function put(run, fresh) {
  const focused = run.contains(document.activeElement) ? document.activeElement.id : '';
  const open = [...run.querySelectorAll('details[open] > summary')].map((each) => each.id);
  for (const id of open) {
    const details = fresh.querySelector(`#${id}`)?.parentElement;
    if (details) details.open = true;
  }
  const isNews = run.dataset.state !== fresh.dataset.state;
  run.replaceWith(fresh);
  if (isNews) announce.textContent = fresh.dataset.state;
  if (focused) (document.getElementById(focused) ?? document.getElementById('main')).focus({ preventScroll: true });
}

document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
window.addEventListener('online', ask);
plan();
