// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Speaker } from '../../casino_war/web/static/js/deal/say.js';

/** As much of an element as the speaker uses. */
class Piece {
  constructor(text = '') {
    this.textContent = text;
    Object.assign(this, { style: {}, dataset: {}, scrollWidth: 0, clientWidth: 0, children: [] });
  }

  querySelector() { return this.children[0] ?? null; }

  append(child) { this.children.push(child); }

  replaceChildren(...parts) {
    this.textContent = parts.map((part) => part.textContent ?? part).join('');
  }

  getBoundingClientRect() { return { height: 20 }; }

  setAttribute() {}

  removeAttribute() {}

  remove() {}
}

test('the voice says every sentence once, in order, and none on the heels of another', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  globalThis.document = { createElement: () => new Piece() };
  const line = new Piece('You win 10 chips.');
  const region = new Piece();
  region.append(line);
  const speaker = new Speaker(region);
  speaker.begin();
  assert.equal(line.textContent.trim(), '');
  const heard = () => region.children[1].textContent;
  for (const text of ['One.', 'Two.', 'Three.']) speaker.say(text);
  assert.equal(line.textContent, 'Three.', 'the caption shows what happens now');
  assert.equal(heard(), 'One.');
  t.mock.timers.tick(900);
  assert.equal(heard(), 'Two. Three.');
  t.mock.timers.tick(900);
  speaker.say('Four.');
  speaker.say('Five.');
  speaker.end();
  assert.equal(heard(), 'Four.');
  assert.equal(line.textContent, 'Five. You win 10 chips.');
  delete globalThis.document;
});

test('without a region nothing is said and nothing breaks', () => {
  const speaker = new Speaker(null);
  speaker.begin();
  speaker.say('One.');
  speaker.sum(['One.']);
  speaker.end();
});
