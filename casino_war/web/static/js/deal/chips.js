// Chips on their way: from the purse to the spot, to the rack when they are lost, and back
// to the purse with what the rack pays.

import { placeOf, pushChips, put } from './motion.js';
import { play as sound } from './sound.js';

/** Which circle a wager lies on, and how far beside it, in shares of its width. */
const CIRCLES = {
  ante: ['ante', 0], tie_bet: ['tie_bet', 0], raise: ['ante', 0.75], second_tie_bet: ['tie_bet', 0.75],
};

/** Chips of an event: what was staked, what is paid, or what comes back of it. */
function chipsOf({ item, ...event }, name) {
  const chips = document.createElement('span');
  chips.className = 'deal-chips';
  const stack = item.querySelector(`[data-stack="${name}"] .stack`);
  if (stack) chips.append(stack.cloneNode(true));
  const amount = document.createElement('span');
  amount.className = 'amount-on-felt';
  amount.textContent = event[name];
  chips.append(amount);
  return chips;
}

function aside(spot, share) {
  return { ...spot, x: spot.x + share * spot.width };
}

export class Chips {
  /**
   * @param {HTMLElement} felt
   * @param {HTMLElement} layer where chips in flight lie
   * @param {(animation: Animation) => void} track is told of every motion
   */
  constructor(felt, layer, track) {
    this.felt = felt;
    this.layer = layer;
    this.track = track;
    this.standing = new Map();
    this.paid = new Map();
  }

  /** Lay out the chips that stand after some events. */
  set(events) {
    this.standing.clear();
    this.paid.clear();
    for (const event of events) {
      if (event.kind === 'wager-settled') this.settled(event);
      if (event.kind === 'wager-placed') this.#stand(event);
    }
  }

  /** Push a stake from the purse to its spot. */
  place(event, motion) {
    const chip = this.#stand(event);
    const to = this.#spot(event);
    this.track(pushChips(chip, this.#point('purse', 0.5, 1), to, { duration: motion, fades: 'in' }));
    sound('chip');
  }

  /** Sweep a stake to the rack, or push it to the purse with what it won. */
  settle(event, motion) {
    const key = `${event.hand}-${event.wager}`;
    const stake = this.standing.get(key) ?? this.#stand(event);
    const from = this.#spot(event);
    const rack = this.#point('rack', 0.5, 0);
    const purse = this.#point('purse', 0.5, 1);
    if (event.result === 'lost') {
      this.#send(stake, from, rack, { duration: motion });
      return;
    }
    const third = motion / 3;
    const beside = aside(from, 0.7);
    if (event.paid) {
      const payout = chipsOf(event, 'paid');
      put(this.layer, payout, beside);
      this.paid.set(key, payout);
      this.track(pushChips(payout, rack, beside, { duration: third, fades: 'in' }));
      this.#send(payout, beside, purse, { duration: third, delay: 2 * third });
    }
    if (event.result === 'surrendered') {
      const half = chipsOf(event, 'returned');
      put(this.layer, half, from);
      this.paid.set(key, half);
      this.#send(half, from, purse, { duration: third, delay: third });
      this.#send(stake, from, rack, { duration: third, delay: third });
      return;
    }
    this.#send(stake, from, purse, { duration: third, delay: 2 * third });
    sound('chip');
  }

  /** The chips of a wager are gone from the felt. */
  settled({ hand, wager }) {
    const key = `${hand}-${wager}`;
    for (const chips of [this.standing, this.paid]) {
      chips.get(key)?.remove();
      chips.delete(key);
    }
  }

  #stand(event) {
    const chips = chipsOf(event, 'amount');
    put(this.layer, chips, this.#spot(event));
    this.standing.set(`${event.hand}-${event.wager}`, chips);
    return chips;
  }

  /** Send chips away from where they lie. */
  #send(chip, from, to, { duration, delay = 0 }) {
    const move = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
    this.track(chip.animate(
      [{ transform: 'none', opacity: 1 }, { opacity: 1, offset: 0.8 }, { transform: move, opacity: 0 }],
      { duration, delay, easing: 'cubic-bezier(0.4, 0, 0.3, 1)', fill: 'forwards' },
    ));
  }

  #point(name, acrossShare, downShare) {
    const element = this.felt.querySelector(`[data-${name}]`);
    if (element?.offsetWidth) return placeOf(element, this.layer);
    return { x: this.layer.offsetWidth * acrossShare, y: this.layer.offsetHeight * downShare };
  }

  /** Where a wager's chips lie: at its stake, on its circle or field, else beside its hand's cards. */
  #spot({ hand, wager }) {
    const box = this.felt.querySelector(`[data-hand="${hand}"]`);
    const [circle, beside] = CIRCLES[wager];
    const stake = this.felt.querySelector(`[data-stake="${hand}-${wager}"] .chip`);
    if (stake) return placeOf(stake, this.layer);
    const printed = box.querySelector(`.spot--${circle} .spot-circle`);
    if (printed?.offsetWidth) return aside(placeOf(printed, this.layer), beside);
    const written = box.querySelector(`.spot--${circle} .spot-field input`);
    if (written?.offsetWidth) {
      const field = placeOf(written, this.layer);
      return aside({ ...field, width: field.height }, beside);
    }
    const other = box.querySelector('[data-stake] .chip');
    if (other) return aside(placeOf(other, this.layer), 1.1);
    return aside(this.#likeAnother(box), circle === 'ante' ? beside : 1.1 + beside);
  }

  /** Where an ante lies beside the cards of another hand, it would have lain beside these. */
  #likeAnother(box) {
    const card = (seat) => placeOf(seat.querySelector('[data-nth="1"]') ?? seat, this.layer);
    const own = card(box);
    const other = this.felt.querySelector('[data-stake$="-ante"] .chip');
    if (!other) return { ...own, y: own.y + own.height / 2, width: own.width, height: own.width };
    const { x, y } = card(other.closest('[data-hand]'));
    const spot = placeOf(other, this.layer);
    return { ...spot, x: own.x + spot.x - x, y: own.y + spot.y - y };
  }
}
