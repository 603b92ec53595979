// Says what the bets in the form come to on average while they are typed.
// The page brings what one chip of each wager comes to; without scripts a button asks.

const AMOUNT = /^ *0*([1-9][0-9]{0,14}) *$/;

/**
 * @param {string} text what stands in a field
 * @returns {number} chips, 0 for a blank field, NaN for what is no amount
 */
export function chipsOf(text) {
  if (!text.trim()) return 0;
  const match = AMOUNT.exec(text);
  return match ? Number(match[1]) : NaN;
}

/**
 * @param {{ante: number, tieBet: number}[]} hands chips on each spot
 * @param {{ante: number, tieBet: number, loneTieBet: number}} worth of a chip of each wager
 * @returns {number} chips that these bets come to on average
 */
export function averageOf(hands, worth) {
  return hands.reduce((sum, hand) => {
    const tieBet = hand.ante === 0 ? worth.loneTieBet : worth.tieBet;
    return sum + hand.ante * worth.ante + hand.tieBet * tieBet;
  }, 0);
}

/**
 * @param {number} chips
 * @param {string} language
 * @returns {string} chips to two places with their sign
 */
export function printed(chips, language) {
  if (Number.isNaN(chips)) return '–';
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const text = Math.abs(chips).toLocaleString(language, places);
  if (Math.round(chips * 100) === 0) return text;
  return (chips > 0 ? '+' : '−') + text;
}

/** @param {HTMLFormElement} form */
function handsOf(form) {
  const fields = new FormData(form);
  const hands = [];
  for (let spot = 1; fields.has(`ante-${spot}`); spot += 1) {
    const [ante, tieBet] = ['ante', 'tie_bet'].map((wager) =>
      chipsOf(String(fields.get(`${wager}-${spot}`) ?? '')),
    );
    hands.push({ ante, tieBet });
  }
  return hands;
}

function tell() {
  const panel = document.querySelector('[data-coach]');
  const output = panel?.querySelector('[data-coach-bets]');
  const form = document.getElementById('deal-form');
  if (!output || !form) return;
  const { ante, tieBet, loneTieBet } = panel.dataset;
  const worth = { ante: Number(ante), tieBet: Number(tieBet), loneTieBet: Number(loneTieBet) };
  output.textContent = printed(averageOf(handsOf(form), worth), document.documentElement.lang);
}

if (globalThis.document) {
  // Listens where every part of the page may be replaced.
  document.addEventListener('input', tell);
  document.addEventListener('change', tell);
  document.addEventListener('htmx:afterSwap', tell);
  tell();
}
