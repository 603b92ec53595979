// While a table is built, asks the server what the rules come to and which do not go together.

const form = document.querySelector('#own-table');
const PAUSE_MS = 250;
let asked = 0;
let timer = 0;

function address() {
  const query = new URLSearchParams(new FormData(form));
  for (const name of ['csrf_token', 'key', 'version', 'title']) {
    query.delete(name);
  }
  query.set('live', 'yes');
  return `${form.getAttribute('action')}?${query}`;
}

function show(answer) {
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = answer.getElementById(part.id);
    if (fresh && fresh.innerHTML !== part.innerHTML) {
      part.innerHTML = fresh.innerHTML;
    }
  }
  for (const field of form.querySelectorAll('select, input:not([type=hidden], #title)')) {
    const fresh = answer.getElementById(field.id);
    field.toggleAttribute('aria-invalid', false);
    if (fresh?.getAttribute('aria-invalid')) {
      field.setAttribute('aria-invalid', 'true');
    }
    for (const option of field.options ?? []) {
      const twin = [...(fresh?.options ?? [])].find((each) => each.value === option.value);
      option.disabled = Boolean(twin?.disabled) && !option.selected;
    }
  }
}

async function ask() {
  asked += 1;
  const mine = asked;
  try {
    const response = await fetch(address(), { headers: { Accept: 'text/html' } });
    const text = await response.text();
    // A later answer counts more than a slower one.
    if (response.ok && mine === asked) {
      show(new DOMParser().parseFromString(text, 'text/html'));
    }
  } catch {
    // Without the network the form is checked when it is sent.
  }
}

form.addEventListener('input', (event) => {
  if (event.target.id !== 'title') {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  }
});
ask();
