// Asks the browser to keep the pages that work without a connection. Browsers have workers only
// on secure addresses; without one the page works as long as there is a connection.

const ROOT = new URL('../../../../', import.meta.url); // above static/<version>/js/offline/

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register(new URL('sw.js', ROOT), { scope: ROOT.pathname }).catch(() => {});
}
