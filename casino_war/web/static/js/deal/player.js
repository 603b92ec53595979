// Plays the events of a round in their time, and can be paused, stepped and cut short.

import { layOut } from './timeline.js';

export class Player {
  /**
   * @param {import('./stage.js').Stage} stage
   * @param {object[]} events
   * @param {{onStart?: (index: number) => void, onLand?: (index: number) => void, onEnd?: () => void}} tell
   */
  constructor(stage, events, { onStart = () => {}, onLand = () => {}, onEnd = () => {} } = {}) {
    this.stage = stage;
    this.events = events;
    this.onStart = onStart;
    this.onLand = onLand;
    this.onEnd = onEnd;
    this.queue = [];
    this.elapsed = 0;
    this.begun = 0;
    this.timer = 0;
    /** How many events have landed. */
    this.landed = 0;
  }

  get isRunning() {
    return this.begun > 0;
  }

  /** Play from event number `from` to before `to`. */
  play(from, speed, to = this.events.length) {
    this.stop();
    this.landed = from;
    const { steps } = layOut(this.events.slice(0, to), { from, speed });
    this.queue = steps
      .flatMap((step) => [
        { at: step.at, act: () => this.#start(step) },
        { at: step.at + step.motion, act: () => this.#land(step.index) },
      ])
      // An event that ends makes room for one that begins.
      .map((entry, order) => ({ ...entry, order }))
      .sort((a, b) => a.at - b.at || a.order - b.order);
    this.elapsed = 0;
    this.resume();
  }

  pause() {
    if (!this.isRunning) return;
    clearTimeout(this.timer);
    this.elapsed += performance.now() - this.begun;
    this.begun = 0;
    this.stage.pause();
  }

  resume() {
    this.begun = performance.now();
    this.stage.resume();
    this.#next();
  }

  /** Forget what was to come; the felt stays as it is. */
  stop() {
    clearTimeout(this.timer);
    this.queue = [];
    this.begun = 0;
  }

  #next() {
    const now = this.elapsed + performance.now() - this.begun;
    while (this.queue.length > 0 && this.queue[0].at <= now) this.queue.shift().act();
    if (this.queue.length === 0) {
      this.begun = 0;
      this.onEnd();
      return;
    }
    this.timer = setTimeout(() => this.#next(), Math.max(0, this.queue[0].at - now));
  }

  #start(step) {
    this.stage.start(step);
    this.onStart(step.index);
    this.#tell('deal:start', step.index);
  }

  #land(index) {
    this.stage.land(index);
    this.landed = index + 1;
    this.onLand(index);
    this.#tell('deal:land', index);
  }

  #tell(name, index) {
    this.stage.felt.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { index } }));
  }
}
