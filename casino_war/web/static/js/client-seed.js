// Offers a client seed drawn in the player's own browser: one the server sent
// could have been known to it when it drew the server seed.

const BYTES = 16;

/** @returns {string} 32 random hex characters */
function freshSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function offer() {
  for (const input of document.querySelectorAll('input[data-fresh-seed]')) {
    // What the player typed before a reload stays.
    if (input.value === input.defaultValue) input.value = freshSeed();
  }
  for (const button of document.querySelectorAll('button[data-new-seed]')) {
    const input = document.getElementById(button.dataset.newSeed);
    if (!input) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      input.value = freshSeed();
      input.focus();
    });
  }
}

if (globalThis.crypto?.getRandomValues) {
  document.addEventListener('htmx:afterSwap', offer);
  offer();
}
