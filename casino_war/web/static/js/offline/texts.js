// Sentences of the page, in its language: attributes `data-text-...` with places for facts.

const page = document.getElementById('offline');
const printer = new Intl.NumberFormat(document.documentElement.lang || undefined);

/** Print a whole number. */
export function number(value) {
  return printer.format(value);
}

/** Return a sentence, its `{name}` filled with facts. */
export function text(name, facts = {}) {
  const sentence = page.getAttribute(`data-text-${name}`) ?? '';
  return sentence.replace(/\{(\w+)\}/g, (place, fact) => facts[fact] ?? place);
}
