// Single keys for everything at the table. They press the page's own buttons, so that a key
// can do nothing that a click could not; while something is typed they do nothing.

const OFF = 'casino-war-keys-off';
const BUTTONS = {
  u: '[data-tool="undo"]',
  c: '[data-tool="clear"]',
  x: '[data-tool="double"]',
  b: '[data-tool="rebet"]',
  d: '#deal-button',
  r: '#rebet-button',
  n: '[form="shoe-form"]',
  w: '[name="decision"][value="war"]',
  s: '[name="decision"][value="surrender"]',
  v: '[name="decision"][value="war_with_tie_bet"]',
};

let hand = 1;

function isOff() {
  try {
    return localStorage.getItem(OFF) === 'yes';
  } catch {
    return false;
  }
}

function isTyping(target) {
  return target.matches('input:not([type="checkbox"]), select, textarea, [contenteditable]');
}

function press(button) {
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

function chooseHand(step) {
  const seats = [...document.querySelectorAll('.felt--betting [data-hand]')];
  if (!seats.length) return false;
  hand = Math.min(Math.max(hand + step, 1), seats.length);
  for (const seat of seats) seat.classList.toggle('seat--chosen', Number(seat.dataset.hand) === hand);
  seats[hand - 1].querySelector('[data-place]').focus();
  return true;
}

function showKeys() {
  const keys = document.getElementById('keys');
  if (!keys) return false;
  keys.open = !keys.open;
  keys.querySelector('summary').focus();
  return true;
}

function act(key) {
  if (key === '?') return showKeys();
  if (isOff()) return false;
  if (/^[1-9]$/.test(key)) return press(document.querySelectorAll('[data-chip]')[key - 1]);
  if (key === 'ArrowLeft') return chooseHand(-1);
  if (key === 'ArrowRight') return chooseHand(1);
  if (key === 'a') return press(document.querySelector(`[data-place="ante-${hand}"]`));
  if (key === 't') return press(document.querySelector(`[data-place="tie_bet-${hand}"]`));
  return press(document.querySelector(BUTTONS[key] ?? 'none'));
}

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  // A key held down would play round after round.
  if (event.repeat && event.target.closest('#table button')) {
    event.preventDefault();
    return;
  }
  if (event.repeat || !document.getElementById('table')) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (act(key)) event.preventDefault();
});

// The hand that keys put chips on is the one last touched.
document.addEventListener('focusin', ({ target }) => {
  const touched = target.closest('.felt--betting [data-hand]');
  if (touched) hand = Number(touched.dataset.hand);
});

function offerSwitch() {
  const box = document.querySelector('[data-keys-on]');
  if (!box) return;
  box.checked = !isOff();
  box.addEventListener('change', () => {
    try {
      localStorage.setItem(OFF, box.checked ? 'no' : 'yes');
    } catch {
      // Without storage they stay on.
    }
  });
}

document.addEventListener('htmx:afterSwap', offerSwitch);
offerSwitch();
