// The felt while a round is played on it: what is hidden until its event, the cards and
// chips in flight above it, and the chips that stood there before they were settled.

import { partsOf } from './events.js';
import { Chips } from './chips.js';
import {
  glow, placeOf, pop, put, settleIn, slideCard, turnCard,
} from './motion.js';
import { play as sound } from './sound.js';

/** Shares of a card's time: it slides, then it is turned. */
const SLIDE_SHARE = 0.55;

const MARK = 'data-unplayed';

export class Stage {
  /**
   * @param {HTMLElement} felt
   * @param {object[]} events all events of the round
   */
  constructor(felt, events) {
    this.felt = felt;
    this.events = events;
    this.parts = partsOf(felt, events);
    this.running = new Set();
    this.flying = new Map();
    this.layer = document.createElement('div');
    this.layer.className = 'deal-stage';
    this.layer.setAttribute('aria-hidden', 'true');
    this.chips = new Chips(felt, this.layer, (animation) => this.#track(animation));
  }

  /** Show the felt as it stood after the first `count` events. */
  set(count) {
    this.#still();
    if (!this.layer.isConnected) this.felt.append(this.layer);
    this.felt.dataset.dealing = '';
    this.#lock(true);
    this.parts.shown.forEach((elements, index) => {
      for (const element of elements) element.toggleAttribute(MARK, index >= count);
    });
    const isOver = count >= this.events.length;
    for (const element of this.parts.last) element.toggleAttribute(MARK, !isOver);
    this.chips.set(this.events.slice(0, count));
  }

  /** Show the felt as the page has it, and take the stage away. */
  clear() {
    this.set(this.events.length);
    this.layer.remove();
    const hands = Array.from(this.felt.querySelectorAll('[data-hand]'));
    const before = hands.map((hand) => hand.getBoundingClientRect());
    delete this.felt.dataset.dealing;
    this.#lock(false);
    // Where room is dear, the hand that waits comes first: it is seen to go there.
    hands.forEach((hand, place) => settleIn(hand, before[place]));
  }

  /** Let an event begin to be seen; it is there for good when it lands. */
  start({ index, motion, stagger }) {
    const event = this.events[index];
    const elements = this.parts.shown[index];
    switch (event.kind) {
      case 'card-turned':
        elements.forEach((element) => this.#dealCard(index, element, motion));
        break;
      case 'cards-burned':
        this.#burn(index, elements, motion, stagger);
        break;
      case 'wager-placed':
        this.chips.place(event, motion);
        break;
      case 'wager-settled':
        this.chips.settle(event, motion);
        break;
      case 'hand-tied':
      case 'war-declared':
      case 'surrendered':
        this.#announce(event.hand, motion);
        break;
      case 'hand-settled':
        this.#reveal(elements);
        for (const element of elements) if (element.dataset.outcome) this.#track(pop(element, motion));
        if (event.net.startsWith('+')) sound('win');
        break;
      default:
    }
  }

  /** An event is over: what it brought lies on the felt. */
  land(index) {
    const event = this.events[index];
    this.#reveal(this.parts.shown[index]);
    for (const flyer of this.flying.get(index) ?? []) flyer.remove();
    this.flying.delete(index);
    if (event.kind === 'wager-settled') this.chips.settled(event);
  }

  pause() {
    for (const animation of this.running) animation.pause();
  }

  resume() {
    for (const animation of this.running) animation.play();
  }

  /** The spots of the next bets stay in sight, but nothing can be put or read there yet. */
  #lock(isLocked) {
    for (const spots of this.felt.querySelectorAll('.spots')) spots.inert = isLocked;
  }

  #still() {
    for (const animation of this.running) animation.cancel();
    this.running.clear();
    this.flying.clear();
    this.layer.replaceChildren();
  }

  #track(animation) {
    this.running.add(animation);
    animation.finished.then(() => this.running.delete(animation), () => {});
  }

  #reveal(elements) {
    for (const element of elements) element.removeAttribute(MARK);
  }

  #announce(hand, motion) {
    const box = this.felt.querySelector(`[data-hand="${hand}"]`);
    const colour = getComputedStyle(this.felt).getPropertyValue('--brass').trim();
    if (box) this.#track(glow(box, colour, motion));
  }

  #shoe() {
    const shoe = this.felt.querySelector('[data-shoe]');
    return shoe ? placeOf(shoe, this.layer) : { x: this.layer.offsetWidth, y: 0 };
  }

  #fly(index, image, face) {
    const flyer = document.createElement('div');
    flyer.className = 'deal-card';
    const inner = document.createElement('div');
    inner.className = 'deal-turn';
    for (const [side, source] of [['back', this.#back()], ['face', face]]) {
      if (!source) continue;
      const picture = new Image();
      picture.src = source;
      picture.alt = '';
      picture.className = `deal-side deal-side--${side}`;
      inner.append(picture);
    }
    flyer.append(inner);
    put(this.layer, flyer, placeOf(image, this.layer));
    this.flying.set(index, [...this.flying.get(index) ?? [], flyer]);
    return { flyer, inner };
  }

  #back() {
    return document.getElementById('round-events')?.dataset.back ?? '';
  }

  #dealCard(index, element, motion) {
    const image = element.querySelector('img') ?? element;
    const { flyer, inner } = this.#fly(index, image, image.src);
    const slide = motion * SLIDE_SHARE;
    const to = placeOf(image, this.layer);
    this.#track(slideCard(flyer, this.#shoe(), to, { duration: slide }));
    const turning = turnCard(inner, { duration: motion - slide, delay: slide });
    this.#track(turning);
    sound('card');
    this.#soundLater(slide);
  }

  /** The flip is heard when it begins, unless the play has ended meanwhile. */
  #soundLater(delay) {
    const wait = this.layer.animate([], { duration: delay });
    this.#track(wait);
    wait.finished.then(() => sound('flip'), () => {});
  }

  #burn(index, backs, motion, stagger) {
    const images = backs.filter((element) => element.matches('[data-burn]'));
    const from = this.#shoe();
    const duration = motion - stagger * Math.max(0, images.length - 1);
    images.forEach((image, place) => {
      const { flyer } = this.#fly(index, image, '');
      const to = placeOf(image, this.layer);
      const slide = slideCard(flyer, from, to, { duration, delay: place * stagger });
      this.#track(slide);
    });
    sound('card');
  }
}
