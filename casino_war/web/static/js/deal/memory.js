// What this tab remembers: how far each round was told, so that no reload, and no step
// back or forward, plays it again; and whether a deal or decision has just been sent.

const KEY = 'casino_war_told';
const ROUNDS_MAX = 20;

/** The tab's storage, or none where the browser keeps none. */
export function tabStorage() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

function read(storage) {
  try {
    const kept = JSON.parse(storage?.getItem(KEY) ?? '{}');
    return { told: kept.told ?? {}, sent: kept.sent ?? '' };
  } catch {
    return { told: {}, sent: '' };
  }
}

function write(storage, kept) {
  try {
    storage?.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: rounds are then shown finished.
  }
}

/** Remember that a command went to the table whose path this is. */
export function noteSent(storage, path) {
  write(storage, { ...read(storage), sent: path });
}

/**
 * How many events of a round this tab has told already; all are told from now on.
 *
 * Who has sent no command from this tab to the table is told nothing anew: all were told.
 *
 * @param {{round: string, count: number, from: number, path: string, isRefused: boolean}} shown
 */
export function takeTold(storage, { round, count, from, path, isRefused }) {
  const { told, sent } = read(storage);
  const isAwaited = sent === path && !isRefused;
  const before = isAwaited ? Math.max(from, told[round] ?? 0) : count;
  const others = Object.entries(told).filter(([key]) => key !== round);
  const kept = Object.fromEntries([...others.slice(1 - ROUNDS_MAX), [round, count]]);
  write(storage, { told: kept, sent: sent === path ? '' : sent });
  return Math.min(before, count);
}
