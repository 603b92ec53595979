// A game that was dealt ahead, as far as it is played. Pure: no page, no clock, no network.
//
// A game is what casino_war/web/practice/ahead.py tells; `battles[0]` is its deal. Where it has
// come to is `{newest, shown, warLies, ms}`: the last battle played, the one on the table, whether
// its war still has to be cleared, and how long it was played.

/** @returns {object} where a game stands before its first battle */
export function begun() {
  return { newest: 0, shown: 0, warLies: false, ms: 0 };
}

/** @returns {number} how many battles the game has */
export function lengthOf(game) {
  return game.battles.length - 1;
}

/** @returns {boolean} whether every battle is played */
export function isOver(game, at) {
  return at.newest >= lengthOf(game);
}

/** Play so many battles, or Infinity to the end; over a war that lies there too. */
export function flip(game, at, count) {
  const newest = Math.min(at.newest + count, lengthOf(game));
  const warLies = Boolean(game.battles[newest].w) && newest < lengthOf(game);
  return { ...at, newest, shown: newest, warLies };
}

/** Clear the war that lies on the table. */
export function clear(at) {
  return { ...at, shown: at.newest, warLies: false };
}

/** Show a battle that was played, the nearest if it was not. */
export function show(at, battle) {
  return { ...at, shown: Math.max(0, Math.min(battle, at.newest)) };
}

/** Take one of the steps `first`, `prev`, `next` and `last`. */
export function step(at, name) {
  const targets = { first: 1, prev: at.shown - 1, next: at.shown + 1, last: at.newest };
  return show(at, targets[name]);
}

/** @returns {boolean} whether a step leads anywhere */
export function canStep(at, name) {
  return step(at, name).shown !== at.shown && !(name === 'first' && at.shown < 1);
}

/**
 * @param {object} note as the shelf has it now: another tab may have played on meanwhile
 * @param {Function} act from where the game stands to where it is taken
 * @param {{ms: number, now: number}} clock how long it was played here, and the time of day
 * @returns {object} the note afterwards; what is over, and what became of it, stays so
 */
export function moved(note, game, act, { ms, now }) {
  const at = { ...act(note.at), ms: Math.max(note.at.ms, ms) };
  if (note.stage === 'over' || !isOver(game, at)) return { ...note, at };
  return { ...note, at, stage: 'over', outcome: game.outcome, battles: lengthOf(game), fate: 'kept', overAt: now };
}

/** @returns {number} the wars in the battles played */
export function warsIn(game, at) {
  return game.battles.slice(1, at.newest + 1).filter((battle) => battle.w).length;
}

const POINTS_MAX = 200;

/** @returns {number[][]} rows of a battle's number and the cards of each seat, by its number */
export function pointsOf(game, at) {
  const stride = Math.max(1, Math.ceil(at.newest / POINTS_MAX));
  const numbers = [];
  for (let number = 0; number < at.newest; number += stride) numbers.push(number);
  numbers.push(at.newest);
  return numbers.map((number) => {
    const held = [];
    game.seats.forEach((seat, place) => {
      const { n = 0, p = 0 } = game.battles[number].s[place];
      held[seat.number] = n + p;
    });
    return [number, ...held];
  });
}

/** Sum up what was played in this browser. `waiting` games are not in the player's statistics. */
export function figuresOf(notes) {
  const over = notes.filter((note) => note.stage === 'over');
  const count = (test) => over.filter(test).length;
  return {
    games: over.length,
    wins: count((note) => note.outcome === 'win'),
    losses: count((note) => note.outcome === 'loss'),
    draws: count((note) => note.outcome === 'draw'),
    battles: over.reduce((sum, note) => sum + note.battles, 0),
    waiting: count((note) => note.fate === 'kept'),
  };
}

/** @returns {{rules: string, title: string, links: string[]}[]} games ready to be played, by game */
export function readyByGame(notes) {
  const groups = new Map();
  for (const note of notes.filter((each) => each.stage === 'dealt')) {
    const group = groups.get(note.rules) ?? { rules: note.rules, title: note.title, links: [] };
    // One that was begun comes before the others.
    if (note.at.newest > 0) group.links.unshift(note.link);
    else group.links.push(note.link);
    groups.set(note.rules, group);
  }
  return [...groups.values()];
}

/** @returns {string[]} of rules that were played lately, those of which no game waits here */
export function lackingOf(recent, notes) {
  const here = new Set(notes.filter((note) => note.stage !== 'over').map((note) => note.rules));
  return recent.map(({ rules }) => rules).filter((rules) => !here.has(rules));
}
