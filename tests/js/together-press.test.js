// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { watchPress } from '../../casino_war/web/static/js/together/press.js';

async function heldUp(released, meanwhile) {
  let isOver = false;
  const over = released().then(() => { isOver = true; });
  await new Promise((done) => { setTimeout(done, 30); });
  const held = !isOver;
  meanwhile?.();
  await over;
  return held;
}

test('nothing waits where nothing is pressed', async () => {
  assert.equal(await heldUp(watchPress(new EventTarget())), false);
});

test('what is pressed is waited for until its click is told', async () => {
  const page = new EventTarget();
  const released = watchPress(page, 60_000);
  for (const end of ['pointerup', 'pointercancel']) {
    page.dispatchEvent(new Event('pointerdown'));
    assert.equal(await heldUp(released, () => page.dispatchEvent(new Event(end))), true);
  }
});

test('a press that never ends does not hold up for ever', async () => {
  const page = new EventTarget();
  const released = watchPress(page, 60);
  page.dispatchEvent(new Event('pointerdown'));
  assert.equal(await heldUp(released), true);
});
