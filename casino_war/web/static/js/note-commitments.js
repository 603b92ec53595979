// At a table: notes the commitments shown there, each beside the number of its shoe.

import { browserStorage, keepNotes } from './commitment-notes.js';

function note() {
  const shown = Array.from(document.querySelectorAll('[data-note-shoe]'), (element) => (
    { shoe: element.dataset.noteShoe, commitment: element.textContent.trim() }));
  if (shown.length > 0 && keepNotes(browserStorage(), shown, new Date().toISOString())) {
    for (const element of document.querySelectorAll('[data-noted]')) element.hidden = false;
  }
}

document.addEventListener('htmx:afterSwap', note);
note();
