/** webpack loader: reduces a variable font to the letters, features and weights that the dashboard uses. */
import type { LoaderDefinitionFunction } from 'webpack';
import subsetFont from 'subset-font';

const characters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');

/** Latin-1, and the punctuation and symbols of our texts; other characters fall back to system fonts. */
const TEXT = `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}‐‑–—‘’‚“”„•…′″‹›€™←↑→↓−×≈≤≥`;
/** Kerning, marks, contextual arrows and dashes, and tabular figures. */
const FEATURES = ['kern', 'mark', 'ccmp', 'calt', 'tnum'];
const WEIGHTS = { min: 400, max: 700 };

const typefaceSubset: LoaderDefinitionFunction = function (content) {
  const done = this.async();
  subsetFont(content as unknown as Buffer, TEXT, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: WEIGHTS },
  }).then((subset) => done(null, subset), done);
};

export const raw = true;
export { typefaceSubset as default };
