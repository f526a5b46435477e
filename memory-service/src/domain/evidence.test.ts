import { evidenceOf } from './evidence';
import { weighTerms } from './ranking';
import type { QueryTerm } from './ranking';

const COLLECTION = { documents: 100, length: 1, stored: 100 };

/** What is evidence for a question, where memories know the words `known`, and `found` is searched besides. */
function evidence(
  text: string,
  known: readonly string[],
  found: readonly Partial<QueryTerm>[] = [],
  common: readonly string[] = [],
) {
  const words = text.match(/[\u3041-\u30ff\uac00-\ud7a3]|[a-z0-9]+|\p{L}/giu) ?? [];
  const lower = words.map((word) => word.toLowerCase());
  const terms = [...new Set(lower)].map((term) => ({
    term,
    positions: lower.flatMap((word, at) => (word === term ? [at + 1] : [])),
    documents: known.includes(term) ? 5 : 0,
  }));
  const others = found.map((one) => ({ term: '', positions: [1], documents: 5, ...one }));
  const weighted = weighTerms([...terms, ...others], COLLECTION);
  const { alone, together } = evidenceOf(weighted, { text, words, terms, common: new Set(common) });
  const names = (of: readonly QueryTerm[]) => of.map(({ term }) => term).sort();
  return [names(alone), together.map(names)];
}

const synonym = (term: string, position: number) => ({ term, positions: [position], synonymOf: 'x' });

test('a long question of which a synonym of one word is known is about something else', () => {
  const access = synonym('access', 3);
  expect(evidence('helicopter landing permission', [], [access])).toEqual([[], []]);
  expect(evidence('landing permission', [], [access])).toEqual([['access'], []]);
  expect(evidence('helicopter landing permission', ['landing'], [access])).toEqual([
    ['access', 'landing'],
    [],
  ]);
  expect(evidence('helicopter landing permission', [], [access, synonym('arrival', 2)])).toEqual([
    ['access', 'arrival'],
    [],
  ]);
});

test('everyday words are no evidence for a long question of which nothing is known', () => {
  const everyday = { term: 'get', positions: [1], isEveryday: true };
  expect(evidence('beginners matched experts', [], [everyday])).toEqual([[], []]);
});

test.each([
  ['kubernetse node hangs', { term: 'kubernet', isGuess: true }, ['kubernet']],
  ['hoch node hangs', { term: 'hock', isGuess: true }, []],
  ['teigteil node hangs', { term: 'teigteil', isPrefix: true }, ['teigteil']],
  ['lag node hangs', { term: 'lag', isPrefix: true }, []],
])('the correction or the beginning of a long word is evidence: %s', (text, term, alone) => {
  expect(evidence(text, [], [term])).toEqual([alone, []]);
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

test('kana are evidence as words alone, or where nothing else was asked for', () => {
  expect(evidence('価格の話', ['の', '話'])).toEqual([['話'], []]);
  expect(evidence('量子タンの価格', ['の', 'ン'])).toEqual([[], []]);
  expect(evidence('量子センサーの価格', ['の', 'セ', 'ン', 'サ', 'ー'])).toEqual([
    [],
    [['サ', 'セ', 'ン', 'ー'].sort()],
  ]);
  expect(evidence('の', ['の'])).toEqual([['の'], []]);
});

test('two syllables of a Korean word are evidence together, where it has a subject', () => {
  expect(evidence('휴가 신청은 어떻게 하나요', ['가', '어', '하', '나'])).toEqual([[], []]);
  expect(evidence('서버가 느려요', ['서', '버', '가'])).toEqual([[], [['버', '서']]]);
  expect(evidence('redis 서버', ['redis', '서'])).toEqual([['redis'], []]);
  expect(evidence('어떻게 하나요', ['어', '하'])).toEqual([['어', '하'], []]);
});

test('of a question that is mostly unknown a single common word is no evidence; two are, and a name is', () => {
  const asked = 'python asyncio event loop closed';
  const common = ['event', 'loop', 'closed'];
  expect(evidence(asked, ['event'], [], common)).toEqual([[], []]);
  expect(evidence(asked, ['event', 'loop'], [], common)).toEqual([[], [['event', 'loop']]]);
  expect(evidence(asked, ['asyncio'], [], common)).toEqual([['asyncio'], []]);
  expect(evidence(asked, common, [], common)).toEqual([['closed', 'event', 'loop'], []]);
  expect(evidence('asyncio event loop closed', ['event'], [], common)).toEqual([['event'], []]);
  const synonyms = [synonym('shut', 5), synonym('happening', 3)];
  const [alone, together] = evidence(asked, ['event'], synonyms, common);
  expect(alone).toEqual([]);
  expect(together).toEqual(
    expect.arrayContaining([
      ['event', 'shut'],
      ['happening', 'shut'],
    ]),
  );
  expect(together).toHaveLength(2);
});
