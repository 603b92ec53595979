// Tells whoever pressed a button that its answer is on the way (see controls.css for how it looks).

const TOO_LONG_MS = 30_000;
let timer;

/** Nothing is waited for any more. */
function settle() {
  clearTimeout(timer);
  for (const button of document.querySelectorAll('button[aria-busy]')) button.removeAttribute('aria-busy');
}

function wait(button) {
  settle();
  button.setAttribute('aria-busy', 'true');
  // What comes as a file leaves the page as it is, and tells nobody that it has come.
  timer = setTimeout(settle, TOO_LONG_MS);
}

document.addEventListener('submit', (event) => {
  const { submitter, target: form } = event;
  if (!submitter) return;
  // htmx has sent its forms by now, and tells of their answers.
  if (form.hasAttribute('hx-post')) wait(submitter);
  // A form that a script answers in the page brings nothing to wait for: all have to be heard first.
  else setTimeout(() => { if (!event.defaultPrevented) wait(submitter); });
});
document.addEventListener('htmx:afterRequest', settle);
// Gone back to, the page is as it was left.
addEventListener('pageshow', settle);
