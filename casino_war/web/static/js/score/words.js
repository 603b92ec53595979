// The sentences of the page, which the server has translated, and how browsers list and write.

const DIGITS = /\{(\w+)\}/g;

/** @returns {string} a sentence with its facts filled in, each once: a name may look like a fact */
export const filled = (sentence, facts = {}) => (
  sentence.replace(DIGITS, (whole, name) => (name in facts ? String(facts[name]) : whole)));

/** The words of the page. */
export class Words {
  constructor(root, language) {
    this.root = root;
    this.language = language;
    this.lists = new Intl.ListFormat(language, { type: 'conjunction' });
    this.days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  }

  /** @returns {string} the sentence of that name */
  say(name, facts) {
    const key = `text-${name}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    return filled(this.root.dataset[key], facts);
  }

  list(names) { return this.lists.format(names); }

  day(moment) { return this.days.format(moment); }

  /** @returns {string} what was refused, with the line if it is known */
  refusal({ code, facts }) {
    const reason = this.say(code, facts);
    return facts.line ? this.say('file-line', { line: facts.line, reason }) : reason;
  }
}
