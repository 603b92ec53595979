// Draws a sheet into the page. What has the focus is left alone, and what says the same stays,
// so that nothing typed is lost and nothing is read out twice. Names are text, never markup.

import * as clocks from './clock.js';
import * as rules from './rules.js';

/** What stands before the title of the page once time is up. */
const MARK = '⏰ ';

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };

function fill(field, value) {
  if (field !== document.activeElement && field.value !== value) field.value = value;
}

/** Rebuild children only where what they show has changed. */
function rebuild(parent, shown, build) {
  const told = JSON.stringify(shown);
  if (parent.dataset.shown === told) return;
  parent.dataset.shown = told;
  parent.replaceChildren(...build());
}

/** @returns {string} who took a game, in words */
export function resultOf(row, players, words) {
  const names = rules.takersOf(row).map((seat) => players[seat]);
  return names.length ? words.list(names) : words.say('drawn');
}

/** @returns {string} who has won the match, and how */
export function endOf(sheet, words) {
  const { winners, standings } = rules.reckon(sheet);
  const games = standings.map((line) => line.games).join('–');
  const names = words.list(winners.map((seat) => sheet.players[seat]));
  return words.say(winners.length > 1 ? 'shared' : 'won', { names, games });
}

export class View {
  constructor(root, words) {
    this.root = root;
    this.words = words;
    /** Whether time has run out and nobody has been told. */
    this.isTimeNews = false;
  }

  get(id) { return this.root.querySelector(`#score-${id}`); }

  /** Draw everything. */
  draw({ kept, isGuest, sheets, now }) {
    const { sheet } = kept.course;
    const reckoned = rules.reckon(sheet);
    this.root.toggleAttribute('data-guest', isGuest);
    for (const part of this.root.querySelectorAll('[data-own]')) part.hidden = isGuest;
    this.get('guest').hidden = !isGuest;
    write(this.get('title'), sheet.title);
    this.drawEnd(sheet, reckoned, isGuest);
    this.drawNow(sheet);
    this.drawTime(kept, now);
    this.drawStandings(sheet, reckoned);
    this.drawRows(sheet, reckoned);
    this.drawSettings(sheet);
    this.drawSheets(kept, sheets);
    this.root.querySelector('[data-undo]').disabled = !kept.course.canUndo;
    this.root.querySelector('[data-redo]').disabled = !kept.course.canRedo;
  }

  drawEnd(sheet, { isOver }, isGuest) {
    this.root.querySelector('.score-now').hidden = isGuest || isOver;
    this.root.querySelector('.score-over').hidden = isGuest || !isOver;
    this.get('result').hidden = !isOver;
    const told = isOver ? endOf(sheet, this.words) : '';
    write(this.get('result'), told);
    write(this.get('over'), told);
  }

  drawNow({ players, settings, rows }) {
    const seated = players.slice(0, settings.table_size);
    write(this.get('now'), this.words.say('game', { number: rows.length + 1 }));
    rebuild(this.get('takers'), seated, () => [
      ...seated.map((name, seat) => make('button', {
        type: 'button', className: 'button button--primary button--large', value: seat, textContent: this.words.say('took', { name }),
      })),
      make('button', { type: 'button', className: 'button', value: '', textContent: this.words.say('nobody') }),
    ]);
    this.get('losers').hidden = seated.length < 3;
    rebuild(this.get('losers').querySelector('.score-takers'), seated, () => seated.map((name, seat) => make('button', {
      type: 'button',
      className: 'button',
      value: seated.flatMap((_, other) => (other === seat ? [] : [other])).join(),
      textContent: this.words.say('lost', { name }),
    })));
    const typed = [...this.get('counts').querySelectorAll('input')].map((input) => input.value);
    rebuild(this.get('counts'), seated, () => seated.map((name, seat) => make(
      'div',
      { className: 'field' },
      make('label', { htmlFor: `score-cards-${seat}`, textContent: this.words.say('cards-of', { name }) }),
      make('input', {
        id: `score-cards-${seat}`, inputMode: 'numeric', maxLength: 3, autocomplete: 'off', value: typed[seat] ?? '',
      }),
    )));
  }

  /** Draw the clock alone: it changes by itself. */
  drawTime({ course, clock }, now) {
    const { settings } = course.sheet;
    const played = clocks.playedSeconds(clock, now);
    const left = rules.secondsLeft(settings, played);
    const time = this.get('time');
    write(time, clocks.shown(left ?? played));
    write(this.get('time-is'), this.words.say(left === null ? 'played' : 'left'));
    const isUp = rules.isTimeUp(course.sheet, played);
    time.classList.toggle('score-time--up', isUp);
    const label = clock.since !== null ? 'pause' : clock.ms ? 'go-on' : 'start';
    write(this.root.querySelector('[data-clock]'), this.words.say(label));
    if (isUp && this.get('up').hidden) {
      this.isTimeNews = true;
      this.get('count').open = true;
    }
    this.get('up').hidden = !isUp;
    // Who has another tab before the eyes sees it there.
    if (document.title.startsWith(MARK) !== isUp) document.title = isUp ? MARK + document.title : document.title.slice(MARK.length);
  }

  drawStandings({ players }, { standings }) {
    const list = this.get('standings');
    rebuild(list, [standings, players], () => standings.map(({ place, seat, games }) => make(
      'li',
      {},
      make('span', { className: place === 1 ? 'score-place score-place--first' : 'score-place', textContent: place }),
      make('span', { className: 'score-who score-name', textContent: players[seat] }),
      make('strong', { textContent: games }),
    )));
  }

  drawRows(sheet, { totals }) {
    const { players, settings, rows } = sheet;
    const seated = players.slice(0, settings.table_size);
    const head = this.get('table').querySelector('thead tr');
    for (const old of head.querySelectorAll('.num')) old.remove();
    head.children[1].after(...seated.map((name) => make('th', { scope: 'col', className: 'num score-name', textContent: name })));
    this.get('none').hidden = rows.length > 0;
    this.get('table').hidden = !rows.length;
    const body = this.get('rows');
    while (body.children.length > rows.length) body.lastElementChild.remove();
    while (body.children.length < rows.length) body.append(this.get('row').content.cloneNode(true));
    rows.forEach((row, index) => this.drawRow(body.children[index], row, { index, sheet, totals }));
  }

  drawRow(line, row, { index, sheet, totals }) {
    const { players, settings } = sheet;
    const number = index + 1;
    line.dataset.index = index;
    write(line.querySelector('th'), String(number));
    const select = line.querySelector('select');
    const value = rules.takersOf(row).join();
    const choices = [...players.slice(0, settings.table_size).map((name, seat) => [String(seat), name]), ['', this.words.say('drawn')]];
    if (!choices.some(([each]) => each === value)) choices.push([value, resultOf(row, players, this.words)]);
    rebuild(select, choices, () => choices.map(([each, name]) => make('option', { value: each, textContent: name })));
    select.value = value;
    const [took, told] = line.querySelectorAll('.score-text');
    write(took, resultOf(row, players, this.words));
    write(told, row.note);
    told.parentElement.classList.toggle('score-no-note', !row.note);
    select.setAttribute('aria-label', this.words.say('took-of', { number }));
    write(line.querySelector('.score-counted'), row.cards ? this.words.say('by-count', { cards: row.cards.join('–') }) : '');
    line.querySelector('.badge').hidden = index < totals.length;
    line.classList.toggle('score-idle', index >= totals.length);
    for (const old of line.querySelectorAll('.score-total')) old.remove();
    const winners = rules.countedWinners(row, settings.table_size);
    line.children[1].after(...players.slice(0, settings.table_size).map((name, seat) => {
      const cell = make('td', { className: 'num score-total' });
      cell.dataset.label = name;
      const games = totals[index]?.[seat];
      if (games !== undefined) cell.append(winners.includes(seat) ? make('strong', { textContent: games }) : String(games));
      return cell;
    }));
    const note = line.querySelector('input');
    fill(note, row.note);
    note.setAttribute('aria-label', this.words.say('note-of', { number }));
    write(line.lastElementChild, row.seconds ? clocks.shown(row.seconds) : '');
  }

  drawSettings({ players, settings }) {
    for (const [name, value] of Object.entries(settings)) {
      const field = this.root.querySelector(`select[name="${name}"]`);
      const radio = this.root.querySelector(`input[name="${name}"][value="${value}"]`);
      if (field) field.value = String(value);
      else radio.checked = true;
      write(
        this.root.querySelector(`[data-rule="${name}"]`),
        field ? field.selectedOptions[0].textContent : radio.nextElementSibling.textContent,
      );
    }
    rebuild(this.get('names'), settings.table_size, () => players.slice(0, settings.table_size).map((_, seat) => make(
      'div',
      { className: 'field' },
      make('label', { htmlFor: `score-name-${seat}`, textContent: this.words.say('player', { number: seat + 1 }) }),
      make('input', { id: `score-name-${seat}`, maxLength: 40, autocomplete: 'off' }),
    )));
    players.slice(0, settings.table_size).forEach((name, seat) => fill(this.get(`name-${seat}`), name));
    const [each, aside, cards] = [rules.cardsEach(settings), rules.cardsAside(settings), rules.cardsInWar(settings)];
    write(this.get('deal'), [
      this.words.say(aside ? 'deal' : 'deal-all', { each, aside }),
      cards ? this.words.say('war', { cards }) : this.words.say('no-war'),
    ].join(' '));
    this.get('endless').hidden = !rules.mayGoOnForEver(settings);
  }

  drawSheets(kept, sheets) {
    const listed = sheets.map(({ id, course }) => [id, course.sheet.title]);
    if (!listed.some(([id]) => id === kept.id)) listed.unshift([kept.id, kept.course.sheet.title]);
    const choice = this.get('choice');
    rebuild(choice, listed, () => listed.map(([value, title]) => make('option', { value, textContent: title })));
    choice.value = kept.id;
    fill(this.get('rename'), kept.course.sheet.title);
  }

  /** Say something that stays, with buttons for what can be done about it. */
  alert(text, ways = [], isFault = true) {
    const alert = this.get('alert');
    alert.classList.toggle('message--error', isFault);
    alert.hidden = !text;
    write(alert.querySelector('[role="alert"]'), text);
    alert.querySelector('.score-ways').replaceChildren(...ways.map(([label, act]) => {
      const button = make('button', { type: 'button', className: 'button', textContent: label });
      button.addEventListener('click', act);
      return button;
    }));
  }
}
