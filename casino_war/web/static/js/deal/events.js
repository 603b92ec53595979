// The events of the round as the page lists them, and what of the felt each of them shows.

/** Read the list: one object an event, in order. */
export function readEvents(list) {
  return Array.from(list?.children ?? [], (item) => {
    const { event: kind, nth, count, ...rest } = item.dataset;
    const text = (item.querySelector('p') ?? item).textContent.trim();
    return { ...rest, item, kind, nth: Number(nth ?? 0), count: Number(count ?? 0), text };
  });
}

/** What stays hidden until the last event: whatever would tell the end before its time. */
const LAST = [
  '.play-bar', '[data-after-deal]', '#bankroll > span:nth-of-type(n + 3)',
  // Only the stakes of a hand that will wait are still on the page.
  '[data-stake]', '[data-felt] .badge:not([data-outcome] .badge)', '#shoe > form',
  '.table-side > section:not(#shoe, .placard, .keys, [aria-labelledby="last-heading"])',
].join(',');

function burnsOf(felt, first, count) {
  return Array.from({ length: count }, (_, place) => (
    felt.querySelector(`[data-burn="${first + place}"]`))).filter(Boolean);
}

/**
 * The elements that each event brings to light, by its number, and those that none does.
 *
 * @returns {{shown: Element[][], last: Element[]}}
 */
export function partsOf(felt, events) {
  const all = (selector) => Array.from(felt.querySelectorAll(selector));
  const lastBurn = events.findLastIndex(({ kind }) => kind === 'cards-burned');
  let burned = 0;
  const shown = events.map((event, index) => {
    const { kind, hand, wager } = event;
    switch (kind) {
      case 'card-turned':
        return all(`[data-spot="${hand}"][data-nth="${event.nth}"]`);
      case 'cards-burned': {
        const backs = burnsOf(felt, burned + 1, event.count);
        burned += event.count;
        // How many lie there would tell of a burn to come.
        return index === lastBurn ? [...backs, ...all('[data-burned] > :not(:has([data-burn]))')] : backs;
      }
      case 'wager-settled':
        return all(`[data-settled="${hand}-${wager}"]`);
      case 'hand-settled':
        return all(`[data-outcome="${hand}"], [data-words="${hand}"], [data-hand="${hand}"] .results-sum`);
      default:
        return [];
    }
  });
  const last = new Set(document.querySelectorAll(LAST));
  const { round } = felt.dataset;
  if (round) {
    const links = document.querySelectorAll(`main a[href$="/history/${round}"]`);
    for (const link of links) last.add(link.closest('li:not([data-hand])') ?? link);
  }
  for (const part of shown.flat()) last.delete(part);
  return { shown, last: [...last] };
}
