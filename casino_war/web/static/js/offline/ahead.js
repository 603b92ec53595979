// What is prepared for the time without a connection while there is one.

import { lackingOf } from './play.js';

/** Have dealt what was promised, and some of what was played lately: the rest is asked for. */
export async function dealAhead(supply, shelf, recent) {
  try {
    await supply.goOn();
    for (const rules of lackingOf(recent, await shelf.notes())) await supply.ask(rules, () => {});
  } catch {
    // Without a connection, or where no more may wait, what is here has to do.
  }
}

/** Keep the pictures of all cards: a worker would keep only those that were seen. */
export async function keepPictures(pictures) {
  const worker = await navigator.serviceWorker?.ready;
  if (!worker) return;
  if (!navigator.serviceWorker.controller) await new Promise((taken) => { navigator.serviceWorker.oncontrollerchange = taken; });
  await Promise.allSettled(pictures.map((picture) => fetch(picture)));
}
