// The service worker: pages of a short list, and the files that they need, also without a
// connection. A classic script, for not every browser takes a module here; before it stands
// `known`, what the site tells of its version (casino_war/web/offline.py).
//
// Everything comes from the network first, but for files whose address changes with their
// content. No other page is ever kept: those of the casino belong to one player.

const PREFIX = 'casino-war-';
const STORE = PREFIX + known.version;
const PATIENCE_MS = 4000; // then a kept page is better than a connection that hangs

/** The kept answer to an address, whatever it was asked with. */
async function kept(address) {
  return (await caches.open(STORE)).match(address, { ignoreSearch: true, ignoreVary: true });
}

async function keep(address, response) {
  await (await caches.open(STORE)).put(address, response);
}

/** An answer that may stand for its address: not an error, not from somewhere else. */
function isWhole(response) {
  return response.status === 200 && !response.redirected;
}

async function fetchAndKeep(address, options) {
  const response = await fetch(address, options);
  if (!isWhole(response)) throw new Error(`${response.status} ${address}`);
  await keep(address, response);
}

/** Files that earlier versions came to keep, such as a set of cards, by their names. */
async function namesKeptBefore() {
  const names = new Set();
  for (const store of await caches.keys()) {
    if (!store.startsWith(PREFIX) || store === STORE) continue;
    for (const { url } of await (await caches.open(store)).keys()) {
      const name = new URL(url).pathname.match(/\/static\/[0-9a-f]{12}\/(.+)$/)?.[1];
      if (name) names.add(name);
    }
  }
  return names;
}

async function fill() {
  await Promise.all(known.files.map((file) => fetchAndKeep(file)));
  // Asked for anew: what the browser itself kept may be of another version.
  const pages = [known.fallback, ...known.pages];
  await Promise.all(pages.map((page) => fetchAndKeep(page, { cache: 'reload' })));
  const more = [...await namesKeptBefore()].map((name) => known.static + name);
  const missing = more.filter((file) => !known.files.includes(file));
  // One of these may be gone for good.
  await Promise.allSettled(missing.map((file) => fetchAndKeep(file)));
}

async function dropOldStores() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== STORE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function fileOf(request) {
  const found = await kept(request.url);
  if (found) return found;
  const response = await fetch(request);
  // What a page without a connection needs later is often first seen here.
  if (isWhole(response)) await keep(request.url, response.clone());
  return response;
}

function impatient(answer) {
  return new Promise((done, failed) => {
    setTimeout(() => failed(new Error('no answer yet')), PATIENCE_MS);
    answer.then(done, failed);
  });
}

async function pageOf(event, path) {
  const isListed = known.pages.includes(path);
  const found = isListed ? await kept(path) : undefined;
  try {
    const asked = fetch(event.request);
    const response = found ? await impatient(asked) : await asked;
    if (found && response.status >= 500) return found;
    if (isListed && isWhole(response)) event.waitUntil(keep(path, response.clone()));
    return response;
  } catch {
    return found ?? await kept(known.fallback) ?? Response.error();
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldStores().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(event, pathname));
  else if (known.keepsFiles && pathname.startsWith(known.static)) event.respondWith(fileOf(request));
});
