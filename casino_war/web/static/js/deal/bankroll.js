// The bankroll in the page's head: it must not know the end of a round before it is played.

export class Bankroll {
  constructor() {
    this.element = document.querySelector('#bankroll strong');
    this.last = this.element?.textContent ?? '';
  }

  /** Show what the bankroll held at some moment of the round. */
  show(text) {
    if (!this.element || !text || this.element.textContent === text) return;
    this.element.textContent = text;
    this.element.animate([{ transform: 'scale(1.15)' }, { transform: 'none' }], 260);
  }

  /** Show what it holds now. */
  end() {
    if (this.element) this.element.textContent = this.last;
  }
}
