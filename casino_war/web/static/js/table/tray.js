// The chip tray: chips are chosen, put on spots by click or drag, and written into the
// form's own fields. Everything it does to the bets is decided in bets.js.
import * as moves from './bets.js';
import { letChipsBeDragged } from './drag.js';

const CHOSEN = 'casino-war-chip';

/** @param {string | undefined} text "least most step" */
function range(text) {
  if (!text) return null;
  const [min, max, step] = text.split(' ').map(Number);
  return { min, max, step };
}

function amounts(fields) {
  const read = (field) => (/^\s*\d{1,7}\s*$/.test(field.value) ? Number(field.value) : 0);
  return Object.fromEntries(fields.map((field) => [field.name, read(field)]));
}

function discs(amount) {
  return moves.fewestChips(amount).map((value) => {
    const disc = document.createElement('i');
    disc.className = `disc disc--${value}`;
    return disc;
  });
}

function remembered(name, fallback) {
  try {
    return sessionStorage.getItem(name) ?? fallback;
  } catch {
    return fallback;
  }
}

function remember(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

class Tray {
  /** @param {HTMLFormElement} form @param {HTMLElement} bar */
  constructor(form, bar) {
    this.form = form;
    this.bar = bar;
    this.fields = [...form.querySelectorAll('input.amount')];
    this.limits = {
      ante: range(bar.dataset.ante),
      tie_bet: range(bar.dataset.tieBet),
      tieAlone: 'tieAlone' in bar.dataset,
      bankroll: Number(bar.dataset.bankroll),
    };
    this.number = new Intl.NumberFormat(document.documentElement.lang);
    this.refusal = bar.querySelector('[data-refusal]');
    this.last = amounts([...document.querySelectorAll('#rebet-form [name^="ante-"], #rebet-form [name^="tie_bet-"]')]);
    this.bets = moves.start(amounts(this.fields));
    this.draw();
    this.chooseChip(Number(remembered(CHOSEN, 0)));
    this.rememberTyping();
    form.addEventListener('click', (event) => this.clicked(event.target));
    form.addEventListener('input', (event) => this.typed(event));
    form.addEventListener('keydown', (event) => this.taken(event));
    letChipsBeDragged(form, (chip, spot) => this.put(spot, chip));
  }

  clicked(target) {
    const { dataset } = target.closest('[data-chip], [data-place], [data-tool]') ?? {};
    if (dataset?.chip) this.chooseChip(Number(dataset.chip));
    if (dataset?.place) this.put(dataset.place, this.chip);
    if (dataset?.tool === 'undo') this.make(moves.undo(this.bets));
    if (dataset?.tool === 'clear') this.make(moves.clear(this.bets));
    if (dataset?.tool === 'double') this.make(moves.double(this.bets, this.limits));
    if (dataset?.tool === 'rebet') this.make(moves.rebet(this.bets, this.last, this.limits));
  }

  typed(event) {
    if (event.isTrusted && event.target.matches('input.amount')) {
      this.bets = moves.write(this.bets, amounts(this.fields)).bets;
      this.draw();
    }
  }

  taken(event) {
    const spot = event.target.dataset?.place;
    if (!spot || !['Delete', 'Backspace'].includes(event.key)) return;
    event.preventDefault();
    this.make(moves.take(this.bets, spot, this.limits));
  }

  put(spot, chip) {
    this.make(moves.place(this.bets, spot, chip, this.limits));
  }

  make({ bets, refused }) {
    this.refuse(refused);
    if (bets === this.bets) return;
    this.bets = bets;
    for (const field of this.fields) {
      const text = String(bets.now[field.name] || '');
      if (field.value === text) continue;
      field.value = text;
      // Others on the page may listen to what is bet.
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    this.draw();
  }

  refuse(refused) {
    this.form.querySelector('.spot--refused')?.classList.remove('spot--refused');
    this.refusal.hidden = !refused;
    if (!refused) return;
    const spot = this.form.querySelector(`[data-place="${refused.spot}"]`).closest('.spot');
    spot.classList.add('spot--refused');
    const name = refused.reason[0].toUpperCase() + refused.reason.slice(1);
    this.refusal.textContent = this.bar.dataset[`text${name}`];
    spot.append(this.refusal);
  }

  draw() {
    const { now, past } = this.bets;
    for (const circle of this.form.querySelectorAll('[data-place]')) {
      const amount = now[circle.dataset.place] ?? 0;
      circle.querySelector('.stack').replaceChildren(...discs(amount));
      circle.querySelector('[data-amount-of]').textContent = this.number.format(amount);
    }
    for (const seat of this.form.querySelectorAll('[data-hand]')) {
      const { hand } = seat.dataset;
      seat.classList.toggle('seat--used', Boolean(now[`ante-${hand}`] || now[`tie_bet-${hand}`]));
    }
    this.bar.querySelector('[data-total]').textContent = this.number.format(moves.total(now));
    // What is offered again looks so until the player has touched it.
    if (past.length) this.form.querySelector('.felt--again')?.classList.remove('felt--again');
    this.bar.querySelector('[data-tool="undo"]').disabled = past.length === 0;
    const isEmpty = moves.total(now) === 0;
    this.bar.querySelector('[data-tool="clear"]').disabled = isEmpty;
    this.bar.querySelector('[data-tool="double"]').disabled = isEmpty;
  }

  chooseChip(wanted) {
    const chips = [...this.bar.querySelectorAll('[data-chip]')];
    const found = chips.find((chip) => Number(chip.dataset.chip) === wanted) ?? chips[0];
    if (!found) return;
    for (const chip of chips) chip.setAttribute('aria-pressed', String(chip === found));
    this.chip = Number(found.dataset.chip);
    remember(CHOSEN, this.chip);
  }

  rememberTyping() {
    const box = document.getElementById('typing');
    // In a cookie: fields that a script opened would push away what is drawn already.
    box.addEventListener('change', () => {
      const secure = location.protocol === 'https:' ? '; secure' : '';
      document.cookie = `casino_war_typing=${box.checked ? 'on' : 'off'}; path=/; samesite=lax${secure}`;
    });
  }
}

const open = new WeakSet();

function sit() {
  const bar = document.getElementById('bets');
  if (!bar || open.has(bar)) return;
  open.add(bar);
  new Tray(document.getElementById('deal-form'), bar);
}

document.addEventListener('htmx:afterSwap', sit);
sit();
