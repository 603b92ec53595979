// Verifies a finished shoe inside the page. Every sentence shown comes from
// the page (data-text-* of #verify-result), because the server translates.

import {
  InvalidProofError, chooseHasher, commitmentOf, firstDifference, parseCards, parseProof, shoeOf,
} from './war-fair.js';

const form = document.getElementById('verify-form');
const result = document.getElementById('verify-result');

/** The page's sentence for `key` (camel case), with {name} places filled in. */
function sentence(key, facts = {}) {
  const text = result.dataset[`text${key[0].toUpperCase()}${key.slice(1)}`] ?? '';
  return text.replace(/\{(\w+)\}/g, (place, name) => String(facts[name] ?? place));
}

function paragraph(text, className) {
  const element = document.createElement('p');
  element.className = className;
  element.textContent = text;
  return element;
}

function value(name) {
  return form.elements.namedItem(name)?.value ?? '';
}

function markInvalid(name) {
  for (const element of form.elements) element.removeAttribute('aria-invalid');
  const field = name && form.elements.namedItem(name);
  if (!field) return;
  field.setAttribute('aria-invalid', 'true');
  field.focus();
}

function verdict(isMatch, key, facts) {
  const name = isMatch ? `${key}Match` : `${key}Differ`;
  return paragraph(sentence(name, facts), `message message--${isMatch ? 'success' : 'error'}`);
}

function cardList(shoe) {
  const list = document.createElement('ol');
  list.className = 'card-codes';
  for (const card of shoe) {
    const item = document.createElement('li');
    item.textContent = card;
    item.dataset.suit = card[1];
    list.append(item);
  }
  return list;
}

/** The facts to show, as elements; nothing on the page changes here. */
async function verify() {
  const proof = parseProof({
    server_seed: value('server_seed').trim(),
    // Spaces are legal in a client seed, so what was typed is what counts.
    client_seed: value('client_seed'),
    nonce: value('nonce').trim(),
    decks: value('decks').trim(),
  });
  const claimed = value('commitment').trim().toLowerCase();
  if (claimed && !/^[0-9a-f]{64}$/.test(claimed)) throw new InvalidProofError('commitment');
  const expected = parseCards(value('expected'));
  const from = Number(value('expected_from') || 0);

  const hasher = await chooseHasher();
  const commitment = await commitmentOf(hasher, proof.serverSeed);
  const shoe = await shoeOf(hasher, proof);

  const shown = [];
  if (claimed) shown.push(verdict(claimed === commitment, 'commitment', { commitment }));
  if (expected.length > 0) {
    const at = firstDifference(shoe, expected, from);
    shown.push(verdict(at < 0, 'cards', {
      count: expected.length, position: at + 1, card: shoe[at] ?? '', expected: expected[at - from] ?? '',
    }));
  }
  const computed = paragraph(sentence('computed'), 'verify-label');
  const hash = document.createElement('code');
  hash.className = 'hash';
  hash.id = 'verify-commitment';
  hash.textContent = commitment;
  const heading = paragraph(sentence('shoe', { count: shoe.length }), 'verify-label');
  shown.push(computed, hash, heading, cardList(shoe));
  result.dataset.hasher = hasher.source;
  return shown;
}

async function onSubmit(event) {
  event.preventDefault();
  markInvalid('');
  result.replaceChildren(paragraph(sentence('working'), 'message'));
  try {
    result.replaceChildren(...await verify());
    result.dataset.state = 'done';
  } catch (error) {
    const field = error instanceof InvalidProofError ? error.field : '';
    const key = field ? `bad${field.split('_').map((w) => w[0].toUpperCase() + w.slice(1)).join('')}` : 'failed';
    result.replaceChildren(paragraph(sentence(key), 'message message--error'));
    result.dataset.state = 'refused';
    markInvalid(field);
    if (!field) throw error;
  }
}

if (form && result) {
  for (const element of document.querySelectorAll('[data-script-only]')) element.hidden = false;
  for (const element of document.querySelectorAll('[data-no-script]')) element.hidden = true;
  form.addEventListener('submit', onSubmit);
  form.dataset.ready = 'true';
}
