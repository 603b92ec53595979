// What is said while a round is played: each event's sentence on the felt, and the same
// sentences in order for a screen reader, never faster than it can begin them.

const HOLD_MS = 900;
/** A caption is made smaller to fit on its line, but not below this share. */
const SMALLEST = 0.75;

const ANNOUNCED = new Set(['hand-tied', 'war-declared', 'surrendered', 'hand-settled']);

/** Whether an event is said when it begins; what a card is, is said when it lies there. */
export function isAnnounced({ kind }) {
  return ANNOUNCED.has(kind);
}

/** Speaks in the table's status region and gives it back as it was. */
export class Speaker {
  /**
   * @param {HTMLElement | null} region
   * @param {string} [said] what stands there in the end, if not what stands there now
   */
  constructor(region, said = '') {
    this.region = region;
    this.shown = region?.querySelector('p') ?? null;
    this.last = said || this.shown?.textContent || '';
    if (region && !this.shown) {
      this.shown = document.createElement('p');
      this.shown.className = 'felt-say';
      region.append(this.shown);
    }
    this.waiting = [];
    this.timer = 0;
    this.voice = null;
  }

  /** Clear the region: what the server says there comes last. */
  begin() {
    if (!this.shown) return;
    // What is said in the end keeps its room, so that nothing below moves meanwhile.
    this.shown.textContent = this.last;
    this.region.style.blockSize = `${this.region.getBoundingClientRect().height}px`;
    // The caption changes with every event; the voice gathers them.
    this.shown.setAttribute('aria-hidden', 'true');
    this.shown.textContent = '\u00a0';
    this.shown.dataset.caption = '';
    this.voice = document.createElement('span');
    this.voice.className = 'visually-hidden';
    this.region.append(this.voice);
  }

  say(text) {
    if (!this.voice) return;
    this.#caption(text);
    this.waiting.push(text);
    if (!this.timer) this.#speak();
  }

  /** Show a sentence on one line, smaller if it must be. */
  #caption(text) {
    const { shown } = this;
    shown.style.fontSize = '';
    shown.textContent = text;
    if (shown.scrollWidth > shown.clientWidth) {
      const share = Math.max(SMALLEST, shown.clientWidth / shown.scrollWidth);
      shown.style.fontSize = `${parseFloat(getComputedStyle(shown).fontSize) * share}px`;
    }
  }

  #speak() {
    this.timer = 0;
    if (this.waiting.length === 0) return;
    this.voice.textContent = this.waiting.splice(0).join(' ');
    this.timer = setTimeout(() => this.#speak(), HOLD_MS);
  }

  /** Say at once what is left to say, and the table's own sentence after it. */
  end() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.voice) return;
    this.voice.remove();
    this.voice = null;
    this.shown.removeAttribute('aria-hidden');
    this.shown.style.fontSize = '';
    delete this.shown.dataset.caption;
    this.region.style.blockSize = '';
    this.sum(this.waiting.splice(0));
  }

  /** Say some words that nobody sees and the table's own sentence in one, as news. */
  sum(words) {
    if (!this.shown) return;
    if (words.length === 0) {
      this.shown.textContent = this.last;
      return;
    }
    const voice = document.createElement('span');
    voice.className = 'visually-hidden';
    voice.textContent = `${words.join(' ')} `;
    this.shown.replaceChildren(voice, this.last);
  }
}
