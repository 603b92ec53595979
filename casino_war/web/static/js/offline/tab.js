// Which game this tab has on the table, where the browser lets a page remember that.

const OPENED = 'casino-war-offline';

/** @returns {string | null} its link, '' if the last one was put away, null if none was opened */
export function openedLink() {
  try { return sessionStorage.getItem(OPENED); } catch { return null; }
}

/** Remember a game's link, or '' for none. */
export function rememberOpened(link) {
  try { sessionStorage.setItem(OPENED, link); } catch { /* storage is forbidden here */ }
}
