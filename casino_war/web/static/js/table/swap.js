// Care for the table when its forms are answered without a new page (see vendor/htmx):
// what is said, where the focus goes, and answers that are no table.

/** Sends a form as it would be sent without scripts; its key lets the server act only once. */
function sendPlainly({ elt: form, triggeringEvent }) {
  const { name, value } = triggeringEvent?.submitter ?? {};
  if (name) {
    const chosen = document.createElement('input');
    Object.assign(chosen, { type: 'hidden', name, value });
    form.append(chosen);
  }
  HTMLFormElement.prototype.submit.call(form);
}

document.addEventListener('htmx:beforeSwap', (event) => {
  const { xhr, requestConfig, shouldSwap } = event.detail;
  const hasTable = /<div id="table"/.test(xhr.responseText);
  if (hasTable && shouldSwap) return;
  // A page of its own, such as that of an error: the browser shall show the whole of it.
  event.detail.shouldSwap = false;
  event.detail.isError = false;
  sendPlainly(requestConfig);
});

/** Say, or say no more, that the site cannot be reached; the table stays, with its bets and its key. */
function tellLost(isLost) {
  const lost = document.querySelector('[data-lost]');
  lost.hidden = !isLost;
  if (isLost) lost.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

document.addEventListener('htmx:sendError', () => tellLost(true));
document.addEventListener('htmx:beforeSwap', () => tellLost(false));

// Before all others that listen: they find the words and the focus in their places.
document.addEventListener(
  'htmx:afterSwap',
  (event) => {
    if (event.target.id !== 'table') return;
    const felt = document.querySelector('[data-felt]');
    // Whoever wrote bets further down sees what they brought.
    if (felt && felt.getBoundingClientRect().top < 0) scrollTo({ top: 0, behavior: 'instant' });
    const said = felt?.dataset.say;
    const line = document.createElement('p');
    line.className = 'felt-say';
    line.textContent = said;
    document.getElementById('say')?.replaceChildren(...(said ? [line] : []));
    if (document.activeElement && document.activeElement !== document.body) return;
    const next =
      document.querySelector('[data-next]:enabled') ?? document.querySelector('.decision button:enabled');
    next?.focus({ preventScroll: true });
  },
  { capture: true },
);
