// A sheet in the fragment of an address, which no browser sends to a server.

import { fromJson, FILE_MAX, toData } from './file-json.js';
import { Unreadable } from './json-lines.js';

/** Longer links are cut off by messengers and mail programs. */
export const LINK_MAX = 4000;

const PACKED = '#sheet=';

/** @returns {boolean} whether a fragment is meant to hold a sheet */
export const isLink = (fragment) => fragment.startsWith(PACKED);

function toText(bytes) {
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function toBytes(text) {
  const signs = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}

async function through(stream, bytes, most) {
  const writer = stream.writable.getWriter();
  // What goes wrong here is met again while reading.
  writer.write(bytes).then(() => writer.close()).catch(() => {});
  const parts = [];
  let length = 0;
  for (const reader = stream.readable.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      throw new Unreadable('link-broken');
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {object} sheet
 * @param {string} address of the page, without a fragment
 * @returns {Promise<string>} a link that holds the sheet; it may be longer than `LINK_MAX`
 */
export async function linkOf(sheet, address) {
  const bytes = new TextEncoder().encode(JSON.stringify(toData(sheet)));
  const packed = await through(new CompressionStream('deflate-raw'), bytes, Infinity);
  return `${address}${PACKED}${toText(packed)}`;
}

/**
 * @param {string} fragment of an address, see `isLink`
 * @returns {Promise<object>} the sheet
 * @throws {Unreadable} `link-broken`, whatever is wrong with it: nobody mends a link by hand
 */
export async function sheetOf(fragment) {
  try {
    const packed = toBytes(fragment.slice(PACKED.length));
    const bytes = await through(new DecompressionStream('deflate-raw'), packed, FILE_MAX);
    return fromJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).sheet;
  } catch {
    throw new Unreadable('link-broken');
  }
}
