// Regenerates casino_war/web/static/cards from the published card faces.
//
//   cd tools/cards && npm install --no-package-lock && node build.mjs
//
// The faces are Adrian Kennard's (CC0). Their authors cut one file per card;
// this script only renames, shrinks and squares them, so that a new release
// of the faces can be taken without hand work. The results are committed.

import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optimize } from 'svgo';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'node_modules/@heruka_urgyen/react-playing-cards/src/images');
const target = join(here, '../../casino_war/web/static/cards');

// Folder in the package -> folder served, named by the settings: faces, then
// colours of the suits. Only "big" keeps its index readable on a 48 px card.
const SETS = { '2color-bf': 'big-two', '4color-bf': 'big-four', '2color': 'full-two', '4color': 'full-four' };
const FACE = /^[2-9TJQKA][CDHS]\.svg$/;

/**
 * Shrink one face.
 *
 * @param {string} svg the published drawing
 * @param {string} prefix unique per file: inlined drawings share one id space
 * @returns {string} the drawing at 5:7, without fixed size
 */
function shrink(svg, prefix) {
  const { data } = optimize(svg, {
    multipass: true,
    floatPrecision: 1,
    plugins: [
      // Outlines are drawn on grids of 1000 to 2000 units: whole units are
      // a tenth of a pixel on the largest card shown.
      { name: 'preset-default', params: { overrides: { convertPathData: { floatPrecision: 0 } } } },
      'removeXlink',
      { name: 'prefixIds', params: { prefix, delim: '' } },
      { name: 'removeAttrs', params: { attrs: ['svg:class', 'svg:face', 'svg:preserveAspectRatio'] } },
    ],
  });
  // An <img> needs an intrinsic size to keep 5:7 before the style sheet loads.
  return data.replace(/<svg([^>]*)>/, (_, attributes) => {
    const kept = attributes.replace(/\s(width|height)="[^"]*"/g, '');
    return `<svg${kept} width="240" height="336">`;
  });
}

let total = 0;
for (const [from, to] of Object.entries(SETS)) {
  await rm(join(target, to), { recursive: true, force: true });
  await mkdir(join(target, to), { recursive: true });
  for (const name of (await readdir(join(source, from))).filter((n) => FACE.test(n)).sort()) {
    const small = shrink(await readFile(join(source, from, name), 'utf8'), `${to[0]}${to.split('-')[1][0]}${name.slice(0, 2)}`);
    await writeFile(join(target, to, name), small + '\n');
    total += small.length + 1;
  }
}
for (const name of ['back.svg', 'X1.svg', 'X2.svg']) {
  const drawn = await readFile(join(here, name), 'utf8');
  const small = shrink(drawn, name.slice(0, 2).toLowerCase());
  await writeFile(join(target, name), small + '\n');
  total += small.length + 1;
}
console.log(`${total} bytes`);
