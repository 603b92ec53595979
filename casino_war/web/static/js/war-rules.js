// While rules are put together, asks the server what goes together and what they come to.

const form = document.querySelector('#war-rules');
const PAUSE_MS = 200;
let asked = 0;
let timer = 0;

for (const element of document.querySelectorAll('[data-no-script]')) element.hidden = true;

function address() {
  const query = new URLSearchParams(new FormData(form));
  query.set('live', 'yes');
  return `${form.getAttribute('action')}?${query}`;
}

function show(answer) {
  const seats = document.querySelector('#seats-own')?.value;
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = answer.getElementById(part.id);
    // What says the same stays, so that it is not read out again.
    if (fresh && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
  }
  const choice = document.querySelector('#seats-own');
  if ([...(choice?.options ?? [])].some((each) => each.value === seats)) choice.value = seats;
  for (const input of form.querySelectorAll('input')) {
    const fresh = answer.getElementById(input.id);
    input.disabled = Boolean(fresh?.disabled) && !input.checked;
  }
  for (const rule of form.querySelectorAll('.rule, .rule > input')) {
    const fresh = answer.getElementById(rule.id);
    rule.toggleAttribute('aria-invalid', false);
    if (fresh?.getAttribute('aria-invalid')) rule.setAttribute('aria-invalid', 'true');
  }
  const link = document.querySelector('#link');
  if (link) history.replaceState(null, '', link.value);
}

async function ask() {
  asked += 1;
  const mine = asked;
  try {
    const response = await fetch(address(), { headers: { Accept: 'text/html' } });
    const text = await response.text();
    // A later answer counts more than a slower one.
    if (mine === asked && (response.ok || response.status === 422)) {
      show(new DOMParser().parseFromString(text, 'text/html'));
    }
  } catch {
    // Without the network the rules are checked when the form is sent.
    for (const element of document.querySelectorAll('[data-no-script]')) element.hidden = false;
  }
}

form.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE_MS);
});
