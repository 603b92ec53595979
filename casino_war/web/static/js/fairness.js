// Verifies a finished shoe, or the cards of a round, inside the page. Every sentence shown comes from
// the page (data-text-* of #verify-result), because the server translates.

import { browserStorage, findNotes, readNotes } from './commitment-notes.js';
import {
  InvalidProofError, chooseHasher, commitmentOf, compareCards, parseCards, parsePlace, parseProof,
  shoeOf,
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

function message(key, kind, facts) {
  return paragraph(sentence(key, facts), `message message--${kind}`);
}

function verdict(isMatch, key, facts) {
  return isMatch ? message(`${key}Match`, 'success', facts) : message(`${key}Differ`, 'error', facts);
}

function cardList(cards) {
  const list = document.createElement('ol');
  list.className = 'card-codes';
  for (const { text, suit, place, verdict: found } of cards) {
    const item = document.createElement('li');
    item.dataset.suit = suit;
    if (place) {
      const number = document.createElement('span');
      number.className = 'card-place';
      number.textContent = place;
      item.dataset.verdict = found;
      item.append(number, ' ');
    }
    item.append(text);
    list.append(item);
  }
  return list;
}

/** What came of the cards claimed: a verdict, what could not be compared, and each card. */
function placesShown(places) {
  const first = places[0].place;
  const last = places.at(-1).place;
  const differing = places.find((each) => each.verdict === 'differ');
  const unknown = places.filter((each) => each.verdict === 'unknown').length;
  const facts = { first, last, count: places.length - unknown, unknown };
  const shown = [];
  if (differing && !differing.shuffled) {
    shown.push(message('cardsBeyond', 'error', { place: differing.place }));
  } else {
    shown.push(verdict(!differing, 'cards', { ...facts, ...differing }));
  }
  if (unknown > 0) shown.push(paragraph(sentence('unknown', facts), 'field-hint'));
  const cards = places.map(({ place, shuffled, claimed, verdict: found }) => ({
    place,
    verdict: found,
    suit: shuffled[1] ?? '',
    text: found === 'differ' ? `${shuffled} ≠ ${claimed}` : shuffled,
  }));
  shown.push(paragraph(sentence('places', facts), 'verify-label'), cardList(cards));
  return shown;
}

/** What this browser noted of the commitment while the shoe was in play. */
function notesShown(commitment) {
  const moments = new Intl.DateTimeFormat(
    document.documentElement.lang,
    { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' },
  );
  const facts = (note) => ({ moment: moments.format(new Date(note.at)), commitment: note.commitment });
  const { shoe } = form.dataset;
  const { same, other } = findNotes(readNotes(browserStorage()), commitment, shoe);
  const shown = [];
  if (other) shown.push(message('noteOther', 'error', facts(other)));
  if (same) shown.push(message('noteSame', 'success', facts(same)));
  else if (shoe && !other) shown.push(paragraph(sentence('noteNone'), 'message'));
  return shown;
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
  const noted = value('commitment').trim().toLowerCase();
  if (noted && !/^[0-9a-f]{64}$/.test(noted)) throw new InvalidProofError('commitment');
  const claimed = parseCards(value('expected'));
  const from = parsePlace(value('expected_from').trim());

  const hasher = await chooseHasher();
  const commitment = await commitmentOf(hasher, proof.serverSeed);
  const shoe = await shoeOf(hasher, proof);

  const shown = [];
  if (noted) shown.push(verdict(noted === commitment, 'commitment'));
  shown.push(...notesShown(commitment));
  if (claimed.length > 0) shown.push(...placesShown(compareCards(shoe, claimed, from)));
  const hash = document.createElement('code');
  hash.className = 'hash';
  hash.id = 'verify-commitment';
  hash.textContent = commitment;
  const whole = document.createElement('details');
  whole.open = claimed.length === 0;
  const summary = document.createElement('summary');
  summary.textContent = sentence('shoe', { count: shoe.length });
  whole.append(summary, cardList(shoe.map((text) => ({ text, suit: text[1] }))));
  shown.push(paragraph(sentence('computed'), 'verify-label'), hash, whole);
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
