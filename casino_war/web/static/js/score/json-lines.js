// Reads JSON and knows for every value in which line of the text it stands, so that a refused
// file can be mended. The browser's own reader tells no lines.

import { Refused } from './actions.js';

const DEPTH_MAX = 20;
const TOKEN = /[\t\n\r ]*([{}[\]:,]|"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** A file or link that is no sheet: `facts.line` is where, if that is known. */
export class Unreadable extends Refused {}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.line = 1;
    this.next();
  }

  next() {
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.text);
    const skipped = /[\t\n\r ]*/y;
    skipped.lastIndex = this.at;
    // Counted on the way: from the start of the text anew, a long file would stop the page for minutes.
    this.line += skipped.exec(this.text)[0].split('\n').length - 1;
    this.start = skipped.lastIndex;
    this.token = match ? match[1] : '';
    if (match) this.at = TOKEN.lastIndex;
  }

  fail() {
    const found = this.token || this.text.slice(this.start, this.start + 12).split('\n')[0];
    throw new Unreadable(found ? 'file-syntax' : 'file-end', { line: this.line, found });
  }

  take(token) {
    if (this.token !== token) this.fail();
    this.next();
  }

  value(depth = 0) {
    const { line } = this;
    if (depth > DEPTH_MAX) this.fail();
    if (this.token === '{') return { line, value: this.entries(depth), kind: 'object' };
    if (this.token === '[') return { line, value: this.items(depth), kind: 'array' };
    if (!this.token || '}]:,'.includes(this.token)) this.fail();
    const value = JSON.parse(this.token);
    this.next();
    return { line, value, kind: value === null ? 'null' : typeof value };
  }

  entries(depth) {
    const found = new Map();
    this.take('{');
    while (this.token !== '}') {
      if (found.size) this.take(',');
      if (!this.token.startsWith('"')) this.fail();
      const name = JSON.parse(this.token);
      if (found.has(name)) throw new Unreadable('file-doubled', { line: this.line, name });
      this.next();
      this.take(':');
      found.set(name, this.value(depth + 1));
    }
    this.next();
    return found;
  }

  items(depth) {
    const found = [];
    this.take('[');
    while (this.token !== ']') {
      if (found.length) this.take(',');
      found.push(this.value(depth + 1));
    }
    this.next();
    return found;
  }
}

/**
 * @param {string} text
 * @returns {{line: number, value: *, kind: string}} the value and its line; objects are maps
 * @throws {Unreadable} where the text is no JSON
 */
export function parseJson(text) {
  const reader = new Reader(text);
  const found = reader.value();
  if (reader.token || reader.start < text.length) reader.fail();
  return found;
}
