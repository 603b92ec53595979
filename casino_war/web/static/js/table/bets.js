// What lies on the betting spots, as values: nothing here knows of a page.
//
// Bets are whole chips by the name of their field ("ante-1", "tie_bet-1"); a spot without
// chips is absent. The server decides what the table takes: here only that is refused
// which the table's own numbers rule out at once.

export const CHIPS = [500, 100, 25, 5, 1];
export const STACK_MAX = 12;

/**
 * @typedef {{min: number, max: number, step: number}} Range
 * @typedef {{ante: Range, tie_bet: Range | null, tieAlone: boolean, bankroll: number}} Limits
 * @typedef {{now: Record<string, number>, past: Record<string, number>[]}} Bets
 * @typedef {{bets: Bets, refused: null | {spot: string, reason: 'over' | 'bankroll' | 'alone'}}} Move
 */

/** @param {Record<string, number>} now @returns {Bets} */
export function start(now) {
  return { now: tidy(now), past: [] };
}

/** @param {Record<string, number>} now @returns {number} */
export function total(now) {
  return Object.values(now).reduce((sum, amount) => sum + amount, 0);
}

/** Stacks an amount as the fewest discs, the most valuable first. @returns {number[]} */
export function fewestChips(amount) {
  const stack = [];
  let rest = amount;
  for (const value of CHIPS) {
    for (; rest >= value && stack.length < STACK_MAX; rest -= value) stack.push(value);
    rest %= value;
  }
  return stack;
}

/** Puts chips on a spot. @returns {Move} */
export function place(bets, spot, chips, limits) {
  return change(bets, { ...bets.now, [spot]: (bets.now[spot] ?? 0) + chips }, limits);
}

/** Takes everything off a spot, and the tie bet that cannot stand without its ante. @returns {Move} */
export function take(bets, spot, limits) {
  const now = { ...bets.now, [spot]: 0 };
  if (spot.startsWith('ante-') && !limits.tieAlone) now[spot.replace('ante', 'tie_bet')] = 0;
  return { bets: step(bets, now), refused: null };
}

/** @returns {Move} */
export function clear(bets) {
  return { bets: step(bets, {}), refused: null };
}

/** Doubles every bet or none. @returns {Move} */
export function double(bets, limits) {
  const twice = Object.entries(bets.now).map(([spot, amount]) => [spot, 2 * amount]);
  return change(bets, Object.fromEntries(twice), limits);
}

/** Puts the bets of the last round in the place of these. @returns {Move} */
export function rebet(bets, last, limits) {
  return change(bets, last, limits);
}

/** Takes the last change back. @returns {Move} */
export function undo(bets) {
  if (!bets.past.length) return { bets, refused: null };
  return { bets: { now: bets.past.at(-1), past: bets.past.slice(0, -1) }, refused: null };
}

/** Notes amounts that were written instead of placed. @returns {Move} */
export function write(bets, now) {
  return { bets: step(bets, now), refused: null };
}

function change(bets, now, limits) {
  const refused = refusal(bets.now, tidy(now), limits);
  return refused ? { bets, refused } : { bets: step(bets, now), refused: null };
}

function step(bets, now) {
  const next = tidy(now);
  return same(bets.now, next) ? bets : { now: next, past: [...bets.past, bets.now] };
}

function refusal(before, now, limits) {
  const raised = Object.keys(now).filter((spot) => now[spot] > (before[spot] ?? 0));
  for (const spot of raised) {
    const [wager, hand] = spot.split('-');
    if (now[spot] > (limits[wager]?.max ?? 0)) return { spot, reason: 'over' };
    if (wager === 'tie_bet' && !limits.tieAlone && !now[`ante-${hand}`]) return { spot, reason: 'alone' };
  }
  if (raised.length && total(now) > limits.bankroll) return { spot: raised[0], reason: 'bankroll' };
  return null;
}

function tidy(now) {
  return Object.fromEntries(Object.entries(now).filter(([, amount]) => amount > 0));
}

function same(one, other) {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}
