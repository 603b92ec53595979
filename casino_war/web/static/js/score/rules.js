// What a score sheet comes to: totals, places, the end, the time. Pure, and the same as
// `casino_war/game/score_sheet.py` and `match.py`: both are held to the same worked sheets.

/** What each of the seven settings may be. */
export const SETTINGS = {
  games_to_win: [1, 2, 3, 4, 5],
  cards_buried: [1, 2, 3],
  aces: ['high', 'low'],
  time_limit_minutes: [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60],
  shuffle: ['yes', 'no'],
  tie: ['war', 'sudden_death', 'split'],
  table_size: [2, 3, 4],
};

export const DEFAULTS = {
  games_to_win: 3,
  cards_buried: 3,
  aces: 'high',
  time_limit_minutes: 0,
  shuffle: 'yes',
  tie: 'war',
  table_size: 2,
};

export const PLAYERS_MIN = 2;
export const PLAYERS_MAX = 4;

const PACK_SIZE = 52;

/**
 * @typedef {{winners: number[], cards: number[] | null, note: string, seconds: number}} Row
 *   one game: seats that took it, or the cards of each at a count; how long it took
 * @typedef {{title: string, players: string[], settings: typeof DEFAULTS, rows: Row[]}} Sheet
 */

/** @returns {number} cards each player is dealt; the rest is set aside */
export const cardsEach = (settings) => Math.floor(PACK_SIZE / settings.table_size);

/** @returns {number} cards that no one is dealt */
export const cardsAside = (settings) => PACK_SIZE % settings.table_size;

/** @returns {number} cards on the table after a war that two began; 0 without wars */
export function cardsInWar({ tie, cards_buried: buried }) {
  if (tie === 'split') return 0;
  return 2 * (2 + (tie === 'war' ? buried : 0));
}

/** @returns {boolean} whether nothing takes an ace from its owner and no clock ends the game */
export const mayGoOnForEver = (settings) => (
  settings.tie === 'split' && settings.time_limit_minutes === 0);

/** @returns {number | null} seconds that a game played for so long has left; null without limit */
export function secondsLeft(settings, playedSeconds) {
  if (!settings.time_limit_minutes) return null;
  return Math.max(0, 60 * settings.time_limit_minutes - playedSeconds);
}

/** @returns {number[]} seats that took the game: by count, whoever alone held most cards */
export function takersOf(row) {
  if (row.cards === null) return row.winners;
  const most = Math.max(...row.cards);
  const seats = row.cards.flatMap((cards, seat) => (cards === most ? [seat] : []));
  return seats.length === 1 ? seats : [];
}

/** @returns {number[]} seats at the table that win by the row; a game taken by all is drawn */
export function countedWinners(row, tableSize) {
  const seats = takersOf(row).filter((seat) => seat < tableSize);
  return seats.length === tableSize ? [] : seats;
}

/**
 * What a sheet comes to under its settings of now.
 *
 * @param {Sheet} sheet
 * @returns {{totals: number[][], standings: {place: number, seat: number, games: number}[],
 *   winners: number[], isOver: boolean}} games won by each seat after every row that counts;
 *   seats by place; who has won the match. Rows behind the end of the match do not count.
 */
export function reckon({ settings, rows }) {
  const size = settings.table_size;
  const target = settings.games_to_win;
  let won = Array(size).fill(0);
  const totals = [];
  for (const row of rows) {
    const winners = countedWinners(row, size);
    won = won.map((games, seat) => games + (winners.includes(seat) ? 1 : 0));
    totals.push(won);
    if (won.includes(target)) break;
  }
  const standings = won
    .map((games, seat) => ({ place: 1 + won.filter((other) => other > games).length, seat, games }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
  const winners = won.flatMap((games, seat) => (games === target ? [seat] : []));
  return { totals, standings, winners, isOver: winners.length > 0 };
}

/** @returns {boolean} whether the running game has used up its time */
export const isTimeUp = (sheet, playedSeconds) => (
  !reckon(sheet).isOver && secondsLeft(sheet.settings, playedSeconds) === 0);
