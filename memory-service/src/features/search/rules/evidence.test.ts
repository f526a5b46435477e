import { weighEvidence } from './evidence';
import { weighTerms } from './ranking';
import type { QueryTerm } from './ranking';
import { separateWords, unspacedWords } from '../../../platform/text/rules/words';

const COLLECTION = { documents: 100, length: 1, stored: 100 };

/** What is evidence for a question, where memories know the words `known`. */
function evidence(text: string, known: readonly string[], everyday: readonly string[] = []) {
  const unspaced = unspacedWords(separateWords(text));
  const words = [
    ...(text.toLowerCase().match(/[a-z0-9]+/g) ?? []),
    ...new Set(unspaced.flatMap(({ pairs }) => pairs)),
  ];
  const terms = [...new Set(words)].map((term) => ({
    term,
    positions: words.flatMap((word, at) => (word === term ? [at + 1] : [])),
    documents: known.includes(term) ? 5 : 0,
    isEveryday: everyday.includes(term),
  }));
  const { alone, together } = weighEvidence(weighTerms(terms, COLLECTION), { text, words, terms, unspaced });
  const names = (of: readonly QueryTerm[]) => of.map(({ term }) => term).sort();
  return [names(alone), together.map(names)];
}

test('everyday words are no evidence beside a word with a subject, known or not', () => {
  expect(evidence('make espresso', ['make'], ['make'])).toEqual([[], []]);
  expect(evidence('make backfills', ['make', 'backfills'], ['make'])).toEqual([['backfills'], []]);
  expect(evidence('make better', ['make'], ['make', 'better'])).toEqual([['make'], []]);
});

test.each([
  ['OPS-9999', ['ops'], []],
  ['OPS-4471', ['ops', '4471'], ['4471', 'ops']],
  ['CVE-2025-12345', ['2025'], []],
  ['OPS-9999 backup', ['ops', 'backup'], ['backup']],
  ['OPS-9999 of the ops team', ['ops'], ['ops']],
  ['python-3', ['python'], ['python']],
  ['resolve.ts:8800', ['resolve'], ['resolve']],
  ['orders-2026.05', ['orders'], ['orders']],
])('what is known of %s is evidence without the number that makes it', (text, known, alone) => {
  expect(evidence(text, known)).toEqual([alone, []]);
});

test('words without blanks are evidence by all of their pairs of letters', () => {
  expect(evidence('量子センサーの価格', ['セン', 'ンサ', 'サー', 'の'])).toEqual([
    [],
    [['サー', 'セン', 'ンサ']],
  ]);
  expect(evidence('量子センサーの価格', ['セン', 'サー', 'の'])).toEqual([[], []]);
  expect(evidence('redis センサー', ['redis', 'セン'])).toEqual([['redis'], []]);
});

test('a single letter is evidence where nothing else was asked for', () => {
  expect(evidence('の', ['の'])).toEqual([['の'], []]);
  expect(evidence('量子の', ['の'])).toEqual([[], []]);
});

test('the beginning of a Korean word is evidence, its particles are not', () => {
  expect(evidence('데이터베이스를', ['데이', '이터'])).toEqual([[], [['데이']]]);
  expect(evidence('서버가', ['버가'])).toEqual([[], []]);
});
