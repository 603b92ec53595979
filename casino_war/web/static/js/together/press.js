// A click must end on the button on which it began, or it is none: what comes anew waits for it.

const CLICK_MS = 50; // a finger that has come up is told of as a click so much later
const PRESS_MAX_MS = 1000; // one that went down and left the window never comes up

const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** Watch what is pressed on a page; returns what waits until nothing is. */
export function watchPress(page, maxMs = PRESS_MAX_MS) {
  let presses = 0;
  let pressedAt = null;
  page.addEventListener('pointerdown', () => { pressedAt = Date.now(); presses += 1; });
  for (const end of ['pointerup', 'pointercancel']) {
    page.addEventListener(end, async () => {
      const ended = presses;
      await wait(CLICK_MS);
      if (presses === ended) pressedAt = null;
    });
  }
  return async () => {
    while (pressedAt !== null && Date.now() - pressedAt < maxMs) await wait(20);
  };
}
