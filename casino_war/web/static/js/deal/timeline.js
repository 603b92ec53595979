// When each event of a round happens on the felt. Pure: no page, no clock.

/** Milliseconds stretch by these; nothing moves at "instant". */
export const SPEEDS = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };

/** From so many cards and chips on, the dealer hurries, but never below the share. */
const CROWD = 14;
const HURRY = 0.5;
const BACKS_MAX = 10;

/**
 * How long an event takes to be seen (`motion`), how long the dealer waits before it
 * (`before`), and when the next may begin, counted from its own begin (`next`).
 */
const PACE = {
  'wager-placed': { before: 0, motion: 420, next: 150 },
  'card-turned': { before: 0, motion: 820, next: 620 },
  'cards-burned': { before: 250, motion: 420, next: 420 },
  'hand-tied': { before: 150, motion: 1100, next: 1100 },
  'war-declared': { before: 0, motion: 500, next: 450 },
  surrendered: { before: 0, motion: 600, next: 550 },
  'wager-settled': { before: 0, motion: 1150, next: 420 },
  'hand-settled': { before: 0, motion: 420, next: 80 },
  'round-settled': { before: 0, motion: 0, next: 0 },
  'shoe-finished': { before: 0, motion: 0, next: 0 },
};

const FIRST_CARD = { before: 280, motion: 820, next: 620 };
const DEALERS_CARD = { before: 120, motion: 980, next: 1250 };
const WAR_CARD = { before: 280, motion: 900, next: 900 };
/** The last card of a war: the dealer waits, and turns it slowly. */
const DEALERS_WAR_CARD = { before: 750, motion: 1500, next: 1850 };
const LOST = { before: 0, motion: 600, next: 380 };
/** Between the backs of one burn. */
const BURN_STAGGER = 170;

function paceOf(event, previous) {
  if (event.kind === 'card-turned') {
    const isWar = event.nth > 1;
    if (event.hand === 'dealer') return isWar ? DEALERS_WAR_CARD : DEALERS_CARD;
    if (isWar) return WAR_CARD;
    return previous?.kind === 'card-turned' ? PACE['card-turned'] : FIRST_CARD;
  }
  if (event.kind === 'cards-burned') {
    const more = BURN_STAGGER * (Math.min(event.count, BACKS_MAX) - 1);
    const { before, motion, next } = PACE['cards-burned'];
    return { before, motion: motion + more, next: next + more };
  }
  if (event.kind === 'wager-settled' && event.result === 'lost') return LOST;
  const pace = PACE[event.kind];
  if (!pace) throw new RangeError(`no pace for the event ${event.kind}`);
  return pace;
}

/** The factor of every duration: the speed, and a crowded table is dealt faster. */
function stretch(events, speed) {
  const moved = events.filter(({ kind }) => kind === 'card-turned' || kind.startsWith('wager-'));
  return SPEEDS[speed] * Math.max(HURRY, Math.min(1, CROWD / Math.max(1, moved.length)));
}

/**
 * Lay the events from number `from` on out in time.
 *
 * @param {{kind: string, hand?: string, nth?: number, count?: number, result?: string}[]} events
 *   all events of the round, in their order
 * @param {{from?: number, speed?: string}} wish
 * @returns {{steps: {index: number, at: number, motion: number, stagger: number}[], end: number}}
 *   milliseconds from the begin; an event is over at `at + motion`, and never before an
 *   earlier one
 */
export function layOut(events, { from = 0, speed = 'normal' } = {}) {
  const played = events.slice(from);
  const factor = stretch(played, speed);
  const steps = [];
  let begin = 0;
  let end = 0;
  played.forEach((event, place) => {
    const index = from + place;
    const { before, motion, next } = paceOf(event, events[index - 1]);
    const at = Math.round(begin + before * factor);
    // The badge of a hand waits for its chips, and the sum of the round for all of them.
    const settles = event.kind === 'hand-settled' || motion === 0;
    const start = settles ? Math.max(at, end) : at;
    const lasts = Math.max(Math.round(motion * factor), end - start);
    steps.push({ index, at: start, motion: lasts, stagger: Math.round(BURN_STAGGER * factor) });
    begin = start + next * factor;
    end = start + lasts;
  });
  return { steps, end };
}
