// The history's page of a round: plays it once more on its felt, and pauses and steps.

import { readEvents } from './events.js';
import { Player } from './player.js';
import { Speaker } from './say.js';
import { Stage } from './stage.js';

const felt = document.querySelector('[data-felt]');
const list = document.getElementById('round-events');
const controls = document.querySelector('[data-replay]');

class Replay {
  constructor() {
    this.events = readEvents(list);
    this.at = this.events.length;
    this.isPaused = false;
    this.stage = new Stage(felt, this.events);
    this.speaker = new Speaker(document.getElementById('say'));
    this.player = new Player(this.stage, this.events, {
      onLand: (index) => this.#arrive(index + 1, this.events[index].text),
      onEnd: () => this.#show(),
    });
    this.play = controls.querySelector('[data-replay-play]');
    this.back = controls.querySelector('[data-replay-back]');
    this.on = controls.querySelector('[data-replay-on]');
    this.isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      || document.documentElement.dataset.speed === 'instant';
    this.play.hidden = this.isStill;
    this.play.addEventListener('click', () => this.toggle());
    this.back.addEventListener('click', () => this.goTo(this.at - 1));
    this.on.addEventListener('click', () => this.step());
    controls.hidden = false;
    // The same by new pages, for who has no script.
    document.querySelector('[data-replay-links]').hidden = true;
    this.#show();
  }

  get speed() {
    return this.isStill ? 'instant' : document.documentElement.dataset.speed || 'normal';
  }

  /** Play on, or hold the play where it is. */
  toggle() {
    if (this.player.isRunning) {
      this.player.pause();
      this.isPaused = true;
    } else if (this.isPaused) {
      this.isPaused = false;
      this.player.resume();
    } else {
      const from = this.at < this.events.length ? this.at : 0;
      if (from === 0) this.goTo(0);
      this.player.play(from, this.speed);
    }
    this.#show();
  }

  /** Play the next event alone; one that is under way is shown finished. */
  step() {
    if (this.at >= this.events.length) this.goTo(0);
    if (this.isStill || this.player.isRunning || this.isPaused) {
      this.goTo(this.at + 1);
      return;
    }
    this.player.play(this.at, this.speed, this.at + 1);
    this.#show();
  }

  /** Show the felt as it stood after so many events. */
  goTo(count) {
    this.player.stop();
    this.isPaused = false;
    this.stage.set(count);
    this.#arrive(count, count > 0 ? this.events[count - 1].text : '');
    this.#show();
  }

  #arrive(count, text) {
    if (this.at === this.events.length && count < this.at) this.speaker.begin();
    this.at = count;
    if (count === this.events.length) {
      this.stage.clear();
      this.speaker.end();
    } else if (text) {
      this.speaker.say(text);
    }
    Array.from(list.children).forEach((item, index) => {
      if (index === count - 1 && count < this.events.length) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    this.back.disabled = count === 0;
    const place = document.querySelector('[data-text-step]');
    if (place) {
      place.textContent = place.dataset.textStep
        .replace('{step}', String(count)).replace('{steps}', String(this.events.length));
    }
  }

  #show() {
    const { textPlay, textPause } = this.play.dataset;
    this.play.textContent = this.player.isRunning ? textPause : textPlay;
  }
}

if (felt && list && controls && list.children.length > 0) {
  const replay = new Replay();
  if (location.hash === '#play' && !replay.isStill) replay.toggle();
}
