// node --test tests/js: the service worker, run beside a browser that is made of maps.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const SCRIPT = readFileSync(new URL('../../casino_war/web/static/js/offline/worker.js', import.meta.url), 'utf8');
const SITE = 'http://site.test';
const NOW = { version: 'aaaaaaaaaaaa', static: '/static/aaaaaaaaaaaa/', keepsFiles: true };
const KNOWN = { ...NOW, files: ['/static/aaaaaaaaaaaa/a.css'], pages: ['/score'], fallback: '/offline' };

class Store {
  held = new Map();
  match(address) { return Promise.resolve(this.held.get(new URL(address, SITE).pathname)?.clone()); }
  put(address, response) { this.held.set(new URL(address, SITE).pathname, response); return Promise.resolve(); }
  keys() { return Promise.resolve([...this.held.keys()].map((path) => ({ url: SITE + path }))); }
}

class Caches {
  stores = new Map();
  open(name) {
    if (!this.stores.has(name)) this.stores.set(name, new Store());
    return Promise.resolve(this.stores.get(name));
  }
  keys() { return Promise.resolve([...this.stores.keys()]); }
  delete(name) { return Promise.resolve(this.stores.delete(name)); }
  get held() { return Object.fromEntries([...this.stores].map(([name, store]) => [name, [...store.held.keys()].sort()])); }
}

/** A worker, and the network that it asks: `network.answer` gives a response or throws. */
function begin({ known = KNOWN, caches = new Caches() } = {}) {
  const heard = {};
  const network = { asked: [], answer: (path) => new Response(`fresh ${path}`) };
  const fetch = async (request) => {
    const path = new URL(request.url ?? request, SITE).pathname;
    network.asked.push(path);
    return network.answer(path);
  };
  const self = {
    addEventListener: (name, listener) => { heard[name] = listener; },
    skipWaiting: () => Promise.resolve(),
    clients: { claim: () => Promise.resolve() },
    location: { origin: SITE },
  };
  vm.runInNewContext(SCRIPT, { known, caches, fetch, self, URL, Response, setTimeout: (act) => setTimeout(act, 20) });
  const settled = async (name) => {
    const waits = [];
    heard[name]({ waitUntil: (wait) => waits.push(wait) });
    await Promise.all(waits);
  };
  const get = async (path, { mode = 'navigate', method = 'GET', origin = SITE } = {}) => {
    const waits = [];
    let answer;
    heard.fetch({
      request: { url: origin + path, mode, method },
      respondWith: (given) => { answer = given; },
      waitUntil: (wait) => waits.push(wait),
    });
    const response = await answer;
    await Promise.all(waits);
    return response && response.text();
  };
  return { caches, network, settled, get };
}

const offline = () => { throw new TypeError('no network'); };

test('what is listed is kept at once, and nothing else', async () => {
  const { caches, settled } = begin();
  await settled('install');
  assert.deepEqual(caches.held, { 'casino-war-aaaaaaaaaaaa': ['/offline', '/score', '/static/aaaaaaaaaaaa/a.css'] });
});

test('a worker that cannot keep all it must is not installed', async () => {
  const { network, settled } = begin();
  network.answer = (path) => new Response('', { status: path === '/score' ? 503 : 200 });
  await assert.rejects(settled('install'), /503 \/score/);
});

test('pages come fresh, and as they were kept where there is no connection', async () => {
  const { network, settled, get } = begin();
  await settled('install');
  network.answer = () => new Response('newer');
  assert.equal(await get('/score'), 'newer');
  network.answer = offline;
  assert.equal(await get('/score'), 'newer');
  assert.equal(await get('/score?from=menu'), 'newer');
});

test('a server that fails or hangs does not take a kept page away', async () => {
  const { network, settled, get } = begin();
  await settled('install');
  network.answer = () => new Response('broken', { status: 502 });
  assert.equal(await get('/score'), 'fresh /score');
  network.answer = () => new Promise(() => {});
  assert.equal(await get('/score'), 'fresh /score');
});

test('pages of the casino are never kept, and one page stands for them offline', async () => {
  const { caches, network, settled, get } = begin();
  await settled('install');
  const before = caches.held;
  for (const path of ['/', '/cashier', '/tables/classic', '/practice/games/x']) {
    assert.equal(await get(path), `fresh ${path}`);
  }
  assert.deepEqual(caches.held, before);
  network.answer = offline;
  assert.equal(await get('/cashier'), 'fresh /offline');
});

test('forms, other sites and answers to scripts go their own way', async () => {
  const { network, settled, get } = begin();
  await settled('install');
  network.asked.length = 0;
  assert.equal(await get('/score', { method: 'POST' }), undefined);
  assert.equal(await get('/score', { origin: 'http://other.test' }), undefined);
  assert.equal(await get('/practice/offline/state', { mode: 'cors' }), undefined);
  assert.deepEqual(network.asked, []);
});

test('files are asked for once, unless they change under their address', async () => {
  const file = '/static/aaaaaaaaaaaa/cards/7D.svg';
  const { network, settled, get } = begin();
  await settled('install');
  network.asked.length = 0;
  for (const _ of [1, 2]) assert.equal(await get(file, { mode: 'no-cors' }), `fresh ${file}`);
  assert.deepEqual(network.asked, [file]);
  const worked = begin({ known: { ...KNOWN, keepsFiles: false } });
  assert.equal(await worked.get(file, { mode: 'no-cors' }), undefined);
});

test('a refused or redirected file is not kept', async () => {
  const file = '/static/aaaaaaaaaaaa/gone.svg';
  const { network, settled, get } = begin();
  await settled('install');
  network.answer = () => new Response('none', { status: 404 });
  await get(file, { mode: 'no-cors' });
  network.answer = () => Object.defineProperty(new Response('elsewhere'), 'redirected', { value: true });
  await get('/score');
  network.answer = offline;
  await assert.rejects(get(file, { mode: 'no-cors' }), /no network/);
  assert.equal(await get('/score'), 'fresh /score');
});

test('a new version takes over what was kept, and deletes the old', async () => {
  const { caches, settled, get } = begin();
  await settled('install');
  await get('/static/aaaaaaaaaaaa/cards/7D.svg', { mode: 'no-cors' });
  await caches.open('another-site');
  const known = {
    version: 'bbbbbbbbbbbb', static: '/static/bbbbbbbbbbbb/', keepsFiles: true,
    files: ['/static/bbbbbbbbbbbb/a.css'], pages: ['/score'], fallback: '/offline',
  };
  const next = begin({ known, caches });
  await next.settled('install');
  await next.settled('activate');
  assert.deepEqual(caches.held, {
    'another-site': [],
    'casino-war-bbbbbbbbbbbb': [
      '/offline', '/score', '/static/bbbbbbbbbbbb/a.css', '/static/bbbbbbbbbbbb/cards/7D.svg',
    ],
  });
});
