// How things move on the felt: the Web Animations API, which needs no inline style.

const SLIDE = 'cubic-bezier(0.2, 0.7, 0.25, 1)';

/** Where an element stands, seen from the stage: its middle and its own size. */
export function placeOf(element, stage) {
  const box = element.getBoundingClientRect();
  const origin = stage.getBoundingClientRect();
  return {
    x: box.left + box.width / 2 - origin.left,
    y: box.top + box.height / 2 - origin.top,
    width: element.offsetWidth ?? box.width,
    height: element.offsetHeight ?? box.height,
  };
}

/** Put an element onto the stage with its middle at a place, of a size or its own. */
export function put(stage, element, { x, y, width, height }) {
  stage.append(element);
  if (width) {
    element.style.width = `${width}px`;
    element.style.height = `${height}px`;
  }
  element.style.left = `${x - element.offsetWidth / 2}px`;
  element.style.top = `${y - element.offsetHeight / 2}px`;
}

function shift(from, to) {
  return `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
}

/** Slide a card lying at `to` there from `from`, small and askew at first. */
export function slideCard(card, from, to, { duration, delay = 0 }) {
  const small = from.width && to.width ? Math.min(1, from.width / to.width) : 0.7;
  return card.animate(
    [
      { transform: `${shift(from, to)} rotate(-16deg) scale(${small})`, opacity: 0 },
      { transform: `${shift(from, to)} rotate(-16deg) scale(${small})`, opacity: 1, offset: 0.06 },
      { transform: 'none', opacity: 1 },
    ],
    { duration, delay, easing: SLIDE, fill: 'both' },
  );
}

/** Turn a card over, lifted from the felt while it turns. */
export function turnCard(inner, { duration, delay = 0 }) {
  return inner.animate(
    [
      { transform: 'rotateY(0deg)', easing: 'ease-in' },
      { transform: 'translateZ(3.5rem) rotateY(90deg)', easing: 'ease-out' },
      { transform: 'rotateY(180deg)' },
    ],
    { duration, delay, fill: 'both' },
  );
}

/** Push chips lying at `to` there from `from`; `fades` says at which end they are not seen. */
export function pushChips(chips, from, to, { duration, delay = 0, fades = '' }) {
  return chips.animate(
    [
      { transform: shift(from, to), opacity: fades === 'in' ? 0 : 1 },
      { opacity: 1, offset: 0.2 },
      { opacity: 1, offset: 0.8 },
      { transform: 'none', opacity: fades === 'out' ? 0 : 1 },
    ],
    { duration, delay, easing: 'cubic-bezier(0.3, 0.1, 0.3, 1)', fill: 'both' },
  );
}

/** Let something that has come to light be noticed. */
export function pop(element, duration) {
  return element.animate(
    [{ transform: 'scale(0.6)', opacity: 0 }, { transform: 'scale(1.12)', opacity: 1, offset: 0.6 }, { transform: 'none' }],
    { duration, easing: 'ease-out' },
  );
}

/** Let an element that has got another place go there from the box where it was. */
export function settleIn(element, before) {
  const box = element.getBoundingClientRect();
  const [across, down] = [before.left - box.left, before.top - box.top];
  if (Math.hypot(across, down) < 1 || box.width === 0) return;
  element.animate([{ transform: `translate(${across}px, ${down}px)` }, { transform: 'none' }], { duration: 300, easing: 'ease-out' });
}

/** A light that goes over a hand when something is announced there. */
export function glow(element, colour, duration) {
  return element.animate(
    [{ boxShadow: `0 0 0 0 ${colour}` }, { boxShadow: `0 0 0 0.5rem ${colour}` }, { boxShadow: `0 0 0 0 ${colour}` }],
    { duration: duration / 2, iterations: 2, easing: 'ease-in-out' },
  );
}
