import { findLeftOut, withSources } from './sources';

const ORIGINALS = [
  'The pool ran dry. Raise it to 40.\n- Restart the worker',
  'The pool ran dry. It was the nightly export that held the connections.',
];

it('names the originals that say each sentence, and joins to the text again', () => {
  const text = 'The pool ran dry. Raise it to 40.\n* restart the worker\nThe export held the connections.';
  const sentences = withSources(text, ORIGINALS);
  expect(sentences.map(({ text: one }) => one).join('')).toBe(text);
  expect(sentences.map(({ text: one, ...source }) => [one.trim(), source])).toEqual([
    ['The pool ran dry.', { sources: [0, 1], isExact: true }],
    ['Raise it to 40.', { sources: [0], isExact: true }],
    ['* restart the worker', { sources: [0], isExact: true }],
    ['The export held the connections.', { sources: [1], isExact: false }],
  ]);
});

it('finds no source for what no original says', () => {
  expect(withSources('Buy more memory.', ORIGINALS)).toEqual([
    { text: 'Buy more memory.', sources: [], isExact: false },
  ]);
});

it('names what a model claims where no original says a sentence word for word', () => {
  const text = 'The pool ran dry. Exports drained the pool.';
  const claims = [
    { start: 0, length: 17, original: 1 },
    { start: 18, length: 25, original: 1 },
  ];
  expect(withSources(text, ORIGINALS, claims).map(({ sources }) => sources)).toEqual([[0, 1], [1]]);
});

it('does not count a sentence as left out whose words stand in one sentence of the text', () => {
  expect(
    findLeftOut('Restart the worker when the pool ran dry.', ['The pool ran dry.', 'Buy a pool.']),
  ).toEqual([{ text: 'Buy a pool.', source: 1 }]);
});

it('lists what is left out once, with its original', () => {
  expect(findLeftOut('The pool ran dry. Restart the worker.', [...ORIGINALS, ORIGINALS[1]!])).toEqual([
    { text: 'Raise it to 40.', source: 0 },
    { text: 'It was the nightly export that held the connections.', source: 1 },
  ]);
  expect(findLeftOut(ORIGINALS[0]!, [ORIGINALS[0]!])).toEqual([]);
});
