// node --test tests/js
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SPEEDS, layOut } from '../../casino_war/web/static/js/deal/timeline.js';

const card = (hand, nth = 1) => ({ kind: 'card-turned', hand, nth });
const wager = (kind, hand, result) => ({ kind: `wager-${kind}`, hand, result });
const event = (kind, hand) => ({ kind, hand });

const DEAL = [wager('placed', '1'), card('1'), card('dealer'), event('hand-tied', '1')];
const WAR = [
  event('war-declared', '1'), wager('placed', '1'), { kind: 'cards-burned', count: 3 },
  card('1', 2), card('dealer', 2), wager('settled', '1', 'pushed'), wager('settled', '1', 'won'),
  event('hand-settled', '1'), event('round-settled'), event('shoe-finished'),
];
const ROUND = [...DEAL, ...WAR];

function crowd(hands) {
  const seats = Array.from({ length: hands }, (_, place) => String(place + 1));
  return [
    ...seats.map((seat) => wager('placed', seat)), ...seats.map((seat) => card(seat)), card('dealer'),
    ...seats.flatMap((seat) => [wager('settled', seat, 'lost'), event('hand-settled', seat)]),
  ];
}

test('every event from the one asked for on begins and ends in the order of the round', () => {
  for (const speed of Object.keys(SPEEDS)) {
    const { steps, end } = layOut(ROUND, { from: DEAL.length, speed });
    assert.deepEqual(steps.map(({ index }) => index), WAR.map((_, place) => DEAL.length + place));
    steps.reduce((before, step) => {
      assert.ok(step.at >= before.at, `${step.index} begins too early`);
      assert.ok(step.at + step.motion >= before.at + before.motion, `${step.index} ends too early`);
      return step;
    });
    assert.equal(end, Math.max(...steps.map(({ at, motion }) => at + motion)));
  }
});

test('a card is on the felt before the next is turned, and all before the first chip moves', () => {
  for (const events of [ROUND, crowd(7)]) {
    const { steps } = layOut(events);
    const over = (kind) => steps.filter(({ index }) => events[index].kind === kind);
    const ends = over('card-turned').map(({ at, motion }) => at + motion);
    const [chips] = over('wager-settled');
    assert.ok(chips.at >= Math.max(...ends));
    const starts = over('card-turned').map(({ at }) => at);
    assert.ok(starts.every((start, place) => place === 0 || start - starts[place - 1] >= 300));
  }
});

test('the dealer pauses before the last card of a war and turns it slowest of all', () => {
  const { steps } = layOut(ROUND);
  const cards = steps.filter(({ index }) => ROUND[index].kind === 'card-turned');
  const last = cards.at(-1);
  const before = cards.at(-2);
  assert.ok(last.at - (before.at + before.motion) >= 700);
  assert.ok(cards.slice(0, -1).every(({ motion }) => motion < last.motion));
});

test('the outcome of a hand is told when its chips have gone', () => {
  const { steps } = layOut(ROUND);
  const settled = steps.find(({ index }) => ROUND[index].kind === 'hand-settled');
  const chips = steps.filter(({ index }) => ROUND[index].kind === 'wager-settled');
  assert.ok(chips.every(({ at, motion }) => at + motion <= settled.at));
});

test('speeds stretch the whole round, and at instant it takes no time', () => {
  const [slow, normal, fast, instant] = ['slow', 'normal', 'fast', 'instant']
    .map((speed) => layOut(ROUND, { speed }).end);
  assert.ok(slow > normal && normal > fast);
  assert.equal(instant, 0);
  assert.ok(layOut(DEAL).end < 5000, 'one hand is dealt within five seconds');
});

test('a full table is dealt faster, but not out of sight', () => {
  const lone = layOut(crowd(1)).end;
  const full = layOut(crowd(7)).end;
  assert.ok(full > lone && full < 9000, `${full} ms`);
});

test('each burned back takes its time, up to what the pile shows', () => {
  const burn = (count) => layOut([{ kind: 'cards-burned', count }]).end;
  assert.ok(burn(3) > burn(1));
  assert.equal(burn(30), burn(10));
});

test('nothing to play takes no time, and an unknown event is an error', () => {
  assert.deepEqual(layOut(ROUND, { from: ROUND.length }), { steps: [], end: 0 });
  assert.throws(() => layOut([event('card-eaten', '1')]), RangeError);
});
