// Shows the steps of the help page in a dialog, so that a table need not be left for them.
// Without scripts, or when the page does not come, the link leads there.

/** @param {Document} page */
function dress(page) {
  const worn = new Set([...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.href));
  for (const link of page.querySelectorAll('head link[rel=stylesheet]')) {
    if (!worn.has(link.href)) document.head.append(document.importNode(link, true));
  }
}

/** @param {string} name @param {string} text @param {() => void} act */
function button(name, text, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = `button ${name}`;
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}

/** @param {HTMLElement} tour the list of steps, whose attributes hold the dialog's words */
function show(tour) {
  const steps = [...tour.children].map((step) => document.importNode(step, true));
  const dialog = document.createElement('dialog');
  dialog.className = 'tour-dialog';
  const body = document.createElement('div');
  const place = document.createElement('p');
  place.setAttribute('role', 'status');
  let shown = 0;
  const go = (number) => {
    shown = number;
    const step = steps[shown];
    body.replaceChildren(...step.cloneNode(true).childNodes);
    dialog.setAttribute('aria-label', step.querySelector('h2')?.textContent ?? '');
    place.textContent = tour.dataset.textPlace.replace('{step}', shown + 1).replace('{steps}', steps.length);
    back.disabled = shown === 0;
    next.hidden = shown === steps.length - 1;
    close.classList.toggle('button--primary', next.hidden);
    if (next.hidden) close.focus();
  };
  const back = button('', tour.dataset.textBack, () => go(shown - 1));
  const next = button('button--primary', tour.dataset.textNext, () => go(shown + 1));
  const close = button('', tour.dataset.textClose, () => dialog.close());
  const actions = document.createElement('p');
  actions.className = 'actions';
  actions.append(close, back, next);
  dialog.append(body, place, actions);
  // Single keys of the table must not play behind the dialog.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  go(0);
  dialog.showModal();
  next.focus();
}

document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('[data-tour-open]');
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    dress(page);
    show(page.querySelector('[data-tour]'));
  } catch {
    location.assign(link.href);
  }
});
