// Draws one battle of a game dealt ahead, as templates/practice/_table.html draws it of any other.

const faces = new Map();
for (const face of document.getElementById('cards').content.children) faces.set(face.dataset.code, face);

/** The addresses of all pictures of cards, for whoever has to keep them. */
export const pictures = [...faces.values()].map((face) => face.src);

function face(code, isSmall = false) {
  const card = faces.get(code).cloneNode();
  card.classList.toggle('card--small', isSmall);
  return card;
}

function made(tag, classes, ...children) {
  const element = document.createElement(tag);
  element.className = classes;
  element.append(...children);
  return element;
}

function downs(count, words) {
  const note = made('span', 'pt-note', `×${count}`);
  note.setAttribute('aria-hidden', 'true');
  const backs = Array.from({ length: count }, () => face('back'));
  return made('li', 'pt-downs', ...backs, note, made('span', 'visually-hidden', words));
}

function laidStep(game, [number, downCount, ...codes]) {
  const step = made('ul', 'pt-step');
  step.setAttribute('aria-label', game.steps[number]);
  if (downCount) step.append(downs(downCount, game.downs[downCount]));
  step.append(...codes.map((code) => made('li', '', face(code))));
  return step;
}

function seatOf(game, seat, told) {
  const { n = 0, p = 0, w = 0, x = 0, t = 0, l = [] } = told;
  const drawn = document.getElementById('seat').content.firstElementChild.cloneNode(true);
  drawn.classList.add(`pt-seat--${seat.place}`);
  drawn.classList.toggle('pt-seat--took', Boolean(t));
  drawn.classList.toggle('pt-seat--out', Boolean(x));
  drawn.querySelector('.pt-name').textContent = seat.name;
  drawn.querySelector('[data-you]').hidden = seat.number !== 0;
  drawn.querySelector('[data-took]').hidden = !t;
  drawn.querySelector('[data-out]').hidden = !x;
  drawn.querySelector('.pt-stock').classList.toggle('pt-stock--empty', n === 0);
  drawn.querySelector('[data-stock]').textContent = n;
  drawn.querySelector('[data-pile]').hidden = !game.hasPiles;
  drawn.querySelector('[data-pile] dd').textContent = p;
  drawn.querySelector('[data-wars]').textContent = w;
  const steps = l.map((step) => laidStep(game, step));
  drawn.querySelector('.pt-laid').append(...(steps.length ? steps : [made('span', 'card-spot')]));
  return drawn;
}

/** Lay battle *number* of *game* on the felt. */
export function lay(felt, game, number) {
  const battle = game.battles[number];
  const { p: pot = 0, k: carryCount = 0, c: carry = [], a: aside = 0, w: isWar = 0 } = battle;
  felt.dataset.battle = number;
  felt.className = `pt-felt pt-felt--${game.seats.length}${isWar ? ' pt-felt--war' : ''}`;
  felt.querySelector('[data-war]').hidden = !isWar;
  felt.querySelector('[data-say]').textContent = game.texts[battle.o];
  const seats = felt.querySelector('[data-seats]');
  for (const old of seats.querySelectorAll('.pt-seat')) old.remove();
  seats.prepend(...game.seats.map((seat, place) => seatOf(game, seat, battle.s[place])));
  felt.querySelector('[data-pot]').textContent = pot;
  felt.querySelector('[data-carry]').hidden = !carryCount;
  felt.querySelector('[data-carry-count]').textContent = carryCount;
  felt.querySelector('[data-carry-cards]').replaceChildren(...carry.slice(0, 6).map((code) => face(code, true)));
  felt.querySelector('[data-aside]').hidden = !aside;
  felt.querySelector('[data-aside-count]').textContent = aside;
}

const WIDTH = 600;
const HEIGHT = 200;
const SVG = 'http://www.w3.org/2000/svg';

function line(tag, seat, values) {
  const drawn = document.createElementNS(SVG, tag);
  drawn.setAttribute('class', `pt-line pt-line--${seat}`);
  for (const [name, value] of Object.entries(values)) drawn.setAttribute(name, value);
  return drawn;
}

function legendOf(seat, count) {
  const swatch = document.createElementNS(SVG, 'svg');
  swatch.setAttribute('class', 'pt-swatch');
  swatch.setAttribute('viewBox', '0 0 32 8');
  swatch.setAttribute('aria-hidden', 'true');
  swatch.append(line('line', seat.number, { x1: 0, y1: 4, x2: 32, y2: 4 }));
  return made('li', '', swatch, `${seat.name} `, made('strong', '', String(count)));
}

/** Draw the cards held by each seat from rows of `pointsOf`; return how many cards there are. */
export function drawChart(chart, game, rows) {
  const last = rows.at(-1);
  const cards = Math.max(...rows.map(([, ...held]) => held.reduce((sum, each) => sum + each, 0)));
  const bySeat = [...game.seats].sort((one, other) => one.number - other.number);
  chart.querySelector('[data-lines]').replaceChildren(...bySeat.map(({ number }) => {
    const points = rows.map((row) => `${Math.round((row[0] * WIDTH) / last[0])},${HEIGHT - Math.round((row[number + 1] * HEIGHT) / cards)}`);
    return line('polyline', number, { points: points.join(' ') });
  }));
  chart.querySelector('[data-legend]').replaceChildren(...bySeat.map((seat) => legendOf(seat, last[seat.number + 1])));
  return cards;
}
