// How often a shared game is asked for its news, and how fast what was missed is shown.

const HIDDEN = 15; // times as long while nobody looks
const QUIET_MS = 10 * 60 * 1000; // after so long without a change
const QUIET_WAIT_MS = 5000; // it is enough to ask so often
const WAIT_MAX_MS = 30_000;
const MISSED_MAX = 30;
const SHOWN_WITHIN_MS = 1200;

/** Milliseconds until the next question, 0 for never; a little apart from everybody else's. */
export function nextWait({ base, failures = 0, isHidden = false, quietMs = 0 }, random = Math.random) {
  if (!base) return 0;
  const slow = quietMs > QUIET_MS ? Math.max(base, QUIET_WAIT_MS) : base;
  const wait = slow * (isHidden ? HIDDEN : 1) * 2 ** Math.min(failures, 6);
  return Math.round(Math.min(wait, WAIT_MAX_MS) * (0.9 + 0.2 * random()));
}

/** Which battles to lay before the newest, and how long each; null if there is none to lay. */
export function steps(shown, newest) {
  const missed = newest - shown - 1;
  if (missed < 1 || missed > MISSED_MAX) return null;
  return { first: shown + 1, last: newest - 1, pauseMs: Math.round(Math.min(400, SHOWN_WITHIN_MS / missed)) };
}
