// The time that the running game has been played. Pure: the moment is an argument.
// A clock keeps the moment it was started, so that it runs on while the page is closed.

/** No game lasts longer: a clock that was forgotten stops here. */
export const SECONDS_MAX = 100 * 3600;

/** @returns {{ms: number, since: number | null}} a clock that stands */
export const stopped = (ms = 0) => ({ ms, since: null });

/** @returns {number} milliseconds played; a device's clock set back takes none away */
export const playedMs = (clock, now) => Math.min(
  1000 * SECONDS_MAX,
  clock.ms + (clock.since === null ? 0 : Math.max(0, now - clock.since)),
);

export const playedSeconds = (clock, now) => Math.floor(playedMs(clock, now) / 1000);

export const start = (clock, now) => (clock.since === null ? { ...clock, since: now } : clock);

export const pause = (clock, now) => stopped(playedMs(clock, now));

/** @returns {string} seconds as a clock shows them, with hours from the first on */
export function shown(seconds) {
  const two = (value) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
