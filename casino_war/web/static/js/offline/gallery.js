// In the gallery of a player, games like those played lately are dealt ahead, and the cards for
// them kept: what is chosen here can then be played when the connection is gone.

import { dealAhead, keepPictures } from './ahead.js';
import { openShelf } from './shelf.js';
import { supplyFrom } from './supply.js';

/** The addresses of the cards on the page that plays games dealt ahead. */
async function picturesOf(root) {
  const page = new DOMParser().parseFromString(await (await fetch(root)).text(), 'text/html');
  const cards = page.getElementById('cards')?.content.querySelectorAll('img') ?? [];
  return Array.from(cards, (card) => card.getAttribute('src'));
}

async function prepare(link) {
  const root = link.pathname;
  // Browsers keep pages only of secure addresses; and who has to save data may ask by hand.
  if (!globalThis.isSecureContext || !navigator.serviceWorker || navigator.connection?.saveData) return;
  const shelf = await openShelf();
  const supply = supplyFrom(root, shelf);
  const { recent } = await supply.state();
  if (recent.length === 0) return;
  await dealAhead(supply, shelf, recent);
  await keepPictures(await picturesOf(root));
  link.dataset.offline = 'ready';
}

prepare(document.querySelector('[data-offline]')).catch(() => {
  // Whoever opens the page itself is told what is amiss.
});
