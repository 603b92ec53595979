// Whether a browser is led on to the game that its players have gone on with.

const END_SEEN_MS = 4000; // how a game ended can be read before the next takes its place

/** What a sight of a game says of its end, from the element that shows it. */
export function sightOf({ dataset }) {
  return { address: dataset.address, isOver: dataset.stage === 'over', next: dataset.next ?? '' };
}

/**
 * Milliseconds until a browser that saw a game so before, and so now, is led on; null for never.
 *
 * Whoever opens an old game is not: only who has seen it without its successor. A rematch may be
 * asked for before the others have heard of the end: then that is shown first.
 */
export function leadOnAfter(before, now) {
  if (before.address !== now.address || before.next || !now.next) return null;
  return before.isOver ? 0 : END_SEEN_MS;
}
