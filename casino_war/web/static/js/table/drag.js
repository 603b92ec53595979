// Chips dragged from the tray to a spot, with mouse, pen or finger.

const START = 6;

/**
 * @param {HTMLElement} table what holds both chips ([data-chip]) and spots ([data-place])
 * @param {(chip: number, spot: string) => void} drop
 */
export function letChipsBeDragged(table, drop) {
  table.addEventListener('pointerdown', (event) => {
    const chip = event.target.closest('[data-chip]');
    if (chip && event.isPrimary && event.button === 0) follow(table, chip, event, drop);
  });
}

function follow(table, chip, { clientX, clientY, pointerId }, drop) {
  const until = new AbortController();
  const { signal } = until;
  let ghost = null;
  let over = null;

  const spotAt = (event) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest('.spot')?.querySelector('[data-place]');

  const move = (event) => {
    if (event.pointerId !== pointerId) return;
    const [x, y] = [event.clientX - clientX, event.clientY - clientY];
    if (!ghost) {
      if (Math.hypot(x, y) < START) return;
      ghost = lift(chip);
    }
    ghost.style.translate = `${x}px ${y}px`;
    over?.classList.remove('spot-circle--over');
    over = spotAt(event);
    over?.classList.add('spot-circle--over');
  };

  const end = (event) => {
    until.abort();
    over?.classList.remove('spot-circle--over');
    if (!ghost) return;
    ghost.remove();
    const spot = event.type === 'pointerup' && spotAt(event);
    if (spot && table.contains(spot)) drop(Number(chip.dataset.chip), spot.dataset.place);
  };

  document.addEventListener('pointermove', move, { signal });
  document.addEventListener('pointerup', end, { signal });
  document.addEventListener('pointercancel', end, { signal });
}

/** Makes the chip's image that follows the pointer. */
function lift(chip) {
  const { left, top } = chip.getBoundingClientRect();
  const ghost = chip.cloneNode(true);
  ghost.className += ' tray-chip--lifted';
  ghost.removeAttribute('data-chip');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.style.left = `${left}px`;
  ghost.style.top = `${top}px`;
  document.body.append(ghost);
  return ghost;
}
