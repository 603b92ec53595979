// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { leadOnAfter, sightOf } from '../../casino_war/web/static/js/together/lead.js';

const game = (stage, next) => sightOf({ dataset: { address: '/games/a', stage, ...(next && { next }) } });

test('whoever waits at the end of a game is led on at once', () => {
  assert.equal(leadOnAfter(game('over'), game('over', '/games/b')), 0);
});

test('whoever hears of the end and of the next game at once sees the end first', () => {
  for (const stage of ['flip', 'clear', 'choose', 'go_on']) {
    assert.ok(leadOnAfter(game(stage), game('over', '/games/b')) >= 2000);
  }
});

test('whoever opens an old game, or looks on at one without a next, stays there', () => {
  assert.equal(leadOnAfter(game('over', '/games/b'), game('over', '/games/b')), null);
  assert.equal(leadOnAfter(game('flip'), game('over')), null);
});

test('what was seen of another game leads nowhere', () => {
  assert.equal(leadOnAfter({ ...game('over'), address: '/games/c' }, game('over', '/games/b')), null);
});
