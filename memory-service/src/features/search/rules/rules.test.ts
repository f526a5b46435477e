/** @jest-environment node */
import { foldText } from '@hindsight/shared-contracts/rules';
import { lowerText } from '../../../platform/text/rules/lowerText';
import { separateWords, unspacedWords } from '../../../platform/text/rules/words';
import demo from '../../../testing/judged/demoQuestions.json';
import { lookalike } from '../../../testing/judged/proposals.json';
import { duplicates, lessons, neverStored, overturned } from '../../../testing/judged/statements.json';
import { groupAlike } from './alike';
import { weighEvidence } from './evidence';
import { findHighlights, candidateWords } from './highlights';
import type { Fields, Wanted } from './highlights';
import { isAtLeast, scoreMatch } from './match';
import { namedTime } from './namedTime';
import {
  MAX_QUERY_TERMS,
  SMALL_COLLECTION,
  inverseDocumentFrequency,
  isNearlyAlone,
  neighbors,
  planCandidates,
  toScore,
  weighTerms,
} from './ranking';
import type { QueryTerm } from './ranking';
import { parseQuery } from './searchQuery';
import { isCorrectable, spellingVariants } from './spelling';

describe('alike', () => {
  const hit = (id: string, text: string, day: number) => ({
    ...{ id, text, isBeside: false, coverage: 0.8 },
    effectiveDate: new Date(Date.UTC(2026, 0, day)),
  });

  test('leads with the newest of hits that agree or conflict, at the position of the best of them', () => {
    const hits = [
      hit('old', 'The staging cluster runs PostgreSQL 14.', 1),
      hit('other', 'The wiki is backed up every night.', 9),
      hit('newest', 'The staging cluster runs PostgreSQL 17.', 3),
      hit('same', 'PostgreSQL 17 runs the staging cluster.', 2),
    ];
    expect(groupAlike(hits)).toEqual([
      {
        id: 'newest',
        others: [
          { id: 'same', contradicts: false },
          { id: 'old', contradicts: true },
        ],
      },
      { id: 'other', others: [] },
    ]);
  });

  test('finds no conflict in a series of more than three cases', () => {
    const ports = [8080, 8081, 8082, 8083, 8084].map((port, n) =>
      hit(String(port), `The sidecar of the worker listens on port ${port}.`, n + 1),
    );
    expect(groupAlike(ports.slice(0, 2))[0]?.others).toEqual([{ id: '8080', contradicts: true }]);
    expect(groupAlike(ports)[0]?.others.map(({ contradicts }) => contradicts)).toEqual(Array(4).fill(false));
  });

  test('keeps a better answer separate, however old it is', () => {
    const asked = { ...hit('asked', 'Rollback of checkout failed in the canary pool.', 1), coverage: 0.9 };
    const alike = {
      ...hit('alike', 'Rollback of checkout failed in the canary pool again.', 2),
      coverage: 0.6,
    };
    expect(groupAlike([asked, alike]).map(({ id }) => id)).toEqual(['asked', 'alike']);
  });

  test('keeps equal words apart when another match in the conversation explains one of them', () => {
    const beside = { ...hit('beside', 'The kite flew very high.', 1), isBeside: true };
    expect(groupAlike([beside, hit('elsewhere', 'The kite flew very high.', 2)]).map(({ id }) => id)).toEqual(
      ['beside', 'elsewhere'],
    );
  });

  test('groups no texts of only a few words, and keeps the order of equally old ones', () => {
    const hits = [
      hit('a', 'a fact', 1),
      hit('b', 'a fact', 2),
      hit('c', 'one fact said twice', 1),
      hit('d', 'one fact said twice', 1),
    ];
    expect(groupAlike(hits).map(({ id, others }) => [id, ...others.map((other) => other.id)])).toEqual([
      ['a'],
      ['b'],
      ['c', 'd'],
    ]);
  });

  const folds = ([older = '', newer = '']: readonly string[]) => {
    const [first] = groupAlike([hit('older', older, 1), hit('newer', newer, 2)]);
    return first?.id === 'newer' && first.others.length === 1;
  };

  test.each([
    ['overturned facts', overturned],
    ['near duplicates', duplicates],
  ])('folds 27 of 30 pairs of %s', (_name, pairs) => {
    expect(pairs.filter(folds).length).toBeGreaterThanOrEqual(27);
  });

  test('keeps similarly worded texts about different things apart', () => {
    expect(lookalike.filter(folds).length).toBeLessThanOrEqual(3);
  });
});

describe('evidence', () => {
  const COLLECTION = { documents: 100, length: 1, stored: 100 };

  /** The evidence for a question, where memories contain the words `known`. */
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
    const { alone, together } = weighEvidence(weighTerms(terms, COLLECTION), {
      text,
      words,
      terms,
      unspaced,
    });
    const names = (of: readonly QueryTerm[]) => of.map(({ term }) => term).sort();
    return [names(alone), together.map(names)];
  }

  test('ignores everyday words next to a word with a subject, known or not', () => {
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
  ])('ignores the parts of an unknown numbered name: %s', (text, known, alone) => {
    expect(evidence(text, known)).toEqual([alone, []]);
  });

  test('requires all letter pairs of words in scripts without spaces', () => {
    expect(evidence('量子センサーの価格', ['セン', 'ンサ', 'サー', 'の'])).toEqual([
      [],
      [['サー', 'セン', 'ンサ']],
    ]);
    expect(evidence('量子センサーの価格', ['セン', 'サー', 'の'])).toEqual([[], []]);
    expect(evidence('redis センサー', ['redis', 'セン'])).toEqual([['redis'], []]);
  });

  test('accepts a single letter when nothing else was searched', () => {
    expect(evidence('の', ['の'])).toEqual([['の'], []]);
    expect(evidence('量子の', ['の'])).toEqual([[], []]);
  });

  test('accepts the stem of a Korean word, but not its particles', () => {
    expect(evidence('데이터베이스를', ['데이', '이터'])).toEqual([[], [['데이']]]);
    expect(evidence('서버가', ['버가'])).toEqual([[], []]);
  });
});

describe('highlights', () => {
  const fields = (content: string, more: Partial<Fields> = {}): Fields => ({
    content,
    lessons_learned: null,
    errors: null,
    keywords: [],
    ...more,
  });
  const word = (text: string, weight = 1): Wanted => ({ text, weight, isLiteral: false });
  const marked = (given: Fields, ...wanted: Wanted[]) =>
    findHighlights(given, wanted).map(({ text, matches }) =>
      matches.map(([from, to]) => text.slice(from, to)),
    );

  test('shows the passage with the most matches, not the beginning', () => {
    const content = `The cache is mentioned here. ${'Filler text follows. '.repeat(40)}A stale dns cache keeps old addresses. ${'More filler. '.repeat(40)}`;
    const [first] = findHighlights(fields(content), [word('stale'), word('dns'), word('cache')]);
    expect(first?.text).toMatch(/^A stale dns cache keeps old addresses\./);
    expect(content.slice(first?.offset).startsWith(first?.text ?? '-')).toBe(true);
    expect(first?.text.length).toBeLessThanOrEqual(240);
  });

  test('prefers one rare word to several common ones, and names the best field first', () => {
    const given = fields('common words', { errors: 'ECONNRESET', keywords: [{ keyword_text: 'common' }] });
    const found = findHighlights(given, [word('common', 1), word('econnreset', 5)]);
    expect(found.map(({ field }) => field)).toEqual(['errors', 'content', 'keywords']);
  });

  test.each([
    ['checkoutApi and checkout_api', 'api', ['Api', 'api']],
    ['HTTPServer', 'server', ['Server']],
    ['apiary rapid', 'api', ['apiary']],
    ['Über Café', 'cafe', ['Café']],
    ['数据库连接', '库', ['库']],
    ['İstanbul ISTANBUL', 'istanbul', ['İstanbul', 'ISTANBUL']],
    ['Eine Straße, zwei STRASSEN', 'strasse', ['Straße', 'STRASSEN']],
    ['Ærlig œuvre, ŒUVRES', 'oeuvre', ['œuvre', 'ŒUVRES']],
    ['Þór, ılık, Łódź', 'lodz', ['Łódź']],
    ['Þór, ılık, Łódź', 'ilik', ['ılık']],
    ['Þór, ılık, Łódź', 'thor', ['Þór']],
    ['GRÖẞE und Größe', 'gross', ['GRÖẞE', 'Größe']],
    ['ΣΥΝΔΕΣΗΣ, σύνδεσης', 'συνδεσησ', ['ΣΥΝΔΕΣΗΣ', 'σύνδεσης']],
    ['œ ß Un été'.normalize('NFD'), 'ete', ['été'.normalize('NFD')]],
    ['المُسْتَخْدِم كتـــاب.', 'كتاب', ['كتـــاب']],
    ['हिन्दी में', 'हिन', ['हिन्दी']],
  ])('in %j the term %j marks %j', (content, term, expected) => {
    expect(marked(fields(content), word(term))).toEqual([expected]);
  });

  test('checks the stem of a word that only starts like a term', () => {
    const wanted = { ...word('api'), stem: 'api' };
    expect(marked(fields('apiary'), wanted)).toEqual([]);
    expect(candidateWords(fields('apiary API rapid'), [wanted])).toEqual(['apiary', 'api']);
  });

  test('maps each letter of a folded text to its position in the original', () => {
    const text = 'Ça ﬁn İ ß 😀 ǅ Œ e\u0301 كـت';
    const { lower, startOffset, endOffset } = foldText(text);
    expect(lower).toBe('ca ﬁn i ss 😀 ǆ oe e كت');
    const at = lower.indexOf('ss');
    expect(text.slice(startOffset(at), endOffset(at + 1))).toBe('ß');
    expect(text.slice(startOffset(at + 1), endOffset(at + 2))).toBe('ß');
    expect(text.slice(startOffset(lower.indexOf('oe')), endOffset(lower.length))).toBe('Œ e\u0301 كـت');
    expect(text.slice(startOffset(lower.length - 2), endOffset(lower.length))).toBe('كـت');
    expect(startOffset(lower.length)).toBe(text.length);
  });

  test('keeps accents and character positions of an exact text', () => {
    const text = 'Ça ﬁn İ ß 😀 ǅ ΣΑΣ';
    expect(lowerText(text)).toBe('ça ﬁn i ß 😀 ǆ σασ');
    const literal = { ...word('cafe'), isLiteral: true };
    expect(marked(fields('CAFE, Café'), literal)).toEqual([['CAFE']]);
  });

  test('marks literal texts anywhere and merges adjacent marks', () => {
    const literal = (text: string): Wanted => ({ ...word(text), isLiteral: true });
    expect(marked(fields('rapid.map(x)'), literal('pid.m'), literal('d.ma'))).toEqual([['pid.ma']]);
  });

  test('returns no passage for a text without a match', () => {
    expect(findHighlights(fields('nothing here'), [word('absent'), word('')])).toEqual([]);
  });
});

describe('match', () => {
  test.each([
    [{ coverage: 1, likeness: 0 }, 'strong'],
    [{ coverage: 0.45, likeness: 0 }, 'likely'],
    [{ coverage: 0.44, likeness: 0 }, 'weak'],
    [{ coverage: 0, likeness: 0.9 }, 'strong'],
    [{ coverage: 0, likeness: 0.23 }, 'likely'],
    [{ coverage: 0.1, likeness: 0.22 }, 'weak'],
    [{ coverage: 0.15, likeness: 0.2 }, 'likely'],
    [{ coverage: 0, likeness: 0 }, 'weak'],
  ])('rates %j as %s', (evidence, strength) => {
    expect(scoreMatch(evidence).strength).toBe(strength);
  });

  test('never lowers a score for more evidence, and compares strengths', () => {
    const scores = [0, 0.2, 0.4, 0.7, 1].map((coverage) => scoreMatch({ coverage, likeness: 0 }).score);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    const likely = scoreMatch({ coverage: 0.5, likeness: 0 });
    expect([isAtLeast(likely, 'weak'), isAtLeast(likely, 'likely'), isAtLeast(likely, 'strong')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('namedTime', () => {
  const NOW = new Date('2026-06-17T12:00:00Z');
  const parseDays = async (question: string) => {
    const { from, to } = (await namedTime(question, NOW)) ?? {};
    return [from, to].map((time) => time?.toISOString().slice(0, 10));
  };

  test.each([
    ['what broke yesterday', '2026-06-16', '2026-06-17'],
    ['what did we learn last week', '2026-06-06', '2026-06-14'],
    ['deploys of the past three days', '2026-06-14', '2026-06-17'],
    ['what did we decide in March', '2026-03-01', '2026-04-01'],
    ['errors of last month', '2026-05-01', '2026-06-01'],
    ['the outage of May 3', '2026-05-03', '2026-05-04'],
    ['failures since May 3', '2026-05-03', '2026-06-17'],
    ['how was it before April', '1970-01-01', '2026-04-01'],
    ['what went wrong last year', '2025-01-01', '2026-01-01'],
  ])('%s', async (question, from, to) => {
    expect(await parseDays(question)).toEqual([from, to]);
  });

  test('removes words that only express the distance to today', async () => {
    const relative = await namedTime('what broke last week in the ledger', NOW);
    expect(relative?.rest).toBe('what broke  in the ledger');
    expect((await namedTime('what expires in March', NOW))?.rest).toBe('what expires in March');
  });

  test.each([
    'the import starts at 01:00 UTC',
    'meeting next year is off',
    'answers between 8 and 20',
    'may fail now',
  ])('names no past time: %s', async (question) => {
    expect(await namedTime(question, NOW)).toBeUndefined();
  });

  test('finds almost no time in questions about something else', async () => {
    const questions = [
      ...neverStored,
      ...[...overturned, ...lessons].map((one) => one.at(-1)!),
      ...[...demo.meant, ...demo.remembered].map((one) => one[0]!),
    ];
    const times = await Promise.all(questions.map((question) => namedTime(question, NOW)));
    expect(questions.filter((_, at) => times[at])).toEqual([
      'deadline appears yesterday',
      'date picker shows the day before for users in america',
    ]);
  });
});

describe('ranking', () => {
  const term = (name: string, documents: number, ...positions: number[]): QueryTerm => ({
    term: name,
    documents,
    positions,
  });
  const large = { documents: 1_000_000, length: 100_000_000, stored: 1_000_000 };
  const names = (terms: readonly QueryTerm[]) => terms.map((one) => one.term);

  test.each([
    ['plain words', { text: 'plain words', phrases: [], excluded: [] }],
    [
      'a "close phrase" -not -"not this"',
      { text: 'a close phrase', phrases: ['close phrase'], excluded: ['not', 'not this'] },
    ],
    ['an "open quote', { text: 'an "open quote', phrases: [], excluded: [] }],
    ['audit-sink -- - "" "-"', { text: 'audit-sink', phrases: [], excluded: [] }],
    ['a\0b', { text: 'a b', phrases: [], excluded: [] }],
    [
      'npm ERESOLVE, --legacy-peer-deps?',
      { text: 'npm ERESOLVE, --legacy-peer-deps?', phrases: [], excluded: [] },
    ],
    ['`gcc -O2` -fno-rtti', { text: '`gcc -O2` -fno-rtti', phrases: [], excluded: [] }],
    ['`rm -rf` -v', { text: '`rm -rf` -v', phrases: [], excluded: [] }],
    ['apply -target=web -refresh', { text: 'apply -target=web -refresh', phrases: [], excluded: [] }],
    ['gain -3 dB or -.5 -brass', { text: 'gain 3 dB or .5', phrases: [], excluded: ['brass'] }],
    ['layout -"ui" -audit-sink', { text: 'layout', phrases: [], excluded: ['ui', 'audit-sink'] }],
  ])('parses the query %j', (given, expected) => {
    expect(parseQuery(given)).toEqual(expected);
  });

  test('excludes quoted text from a command, but no words after a minus sign', () => {
    expect(parseQuery('-fno-rtti -"old build"', true)).toEqual({
      text: '-fno-rtti',
      phrases: [],
      excluded: ['old build'],
    });
  });

  test('weighs a guessed word less than the same word typed', () => {
    const guess = { ...term('stage', 2, 1), isGuess: true };
    expect(
      names(weighTerms([guess, term('dns', 4, 2)], { documents: 1000, length: 1, stored: 1000 })),
    ).toEqual(['dns', 'stage']);
  });

  test('weighs an everyday word less than a more common word with a subject', () => {
    const everyday = { ...term('make', 3, 1), isEveryday: true };
    expect(
      names(weighTerms([everyday, term('retri', 30, 2)], { documents: 1000, length: 1, stored: 1000 })),
    ).toEqual(['retri', 'make']);
  });

  test('weighs rare terms more, and still counts a term in every block', () => {
    const [rare = 0, half = 0, all = 0] = [1, 500, 1000].map((count) =>
      inverseDocumentFrequency(count, 1000),
    );
    expect(rare).toBeGreaterThan(half);
    expect(half).toBeGreaterThan(all);
    expect(all).toBeGreaterThan(0);
    expect(inverseDocumentFrequency(5, 1)).toBeGreaterThan(0);
  });

  test('weighs the rarest terms first and leaves out unknown ones', () => {
    const weighted = weighTerms([term('common', 9000, 1), term('none', 0, 2), term('rare', 3, 3)], large);
    expect(names(weighted)).toEqual(['rare', 'common']);
    const many = Array.from({ length: 100 }, (_, n) => term(`t${n}`, n + 1, n + 1));
    expect(weighTerms(many, large)).toHaveLength(MAX_QUERY_TERMS);
  });

  test('ranks a small workspace in full', () => {
    const small = { documents: SMALL_COLLECTION, length: 1, stored: -1 };
    const weighted = weighTerms([term('one', 5000, 1), term('two', 6000, 2)], small);
    expect(planCandidates(weighted, small)).toEqual({
      anyOf: weighted,
      together: [],
      newestTime: [],
      isComplete: true,
    });
  });

  test('adds candidates by groups of terms', () => {
    const small = { documents: 1000, length: 1, stored: -1 };
    const [one, two] = [weighTerms([term('one', 5, 1)], small), weighTerms([term('two', 6, 2)], small)];
    expect(planCandidates(one, small, [two])).toMatchObject({
      anyOf: one,
      together: [two],
      isComplete: true,
    });
    expect(planCandidates([], large, [two])).toMatchObject({ anyOf: [], together: [two], isComplete: false });
  });

  test('selects by rare terms alone, common terms together, and the newest blocks when nothing is rare', () => {
    const weighted = weighTerms(
      [term('rare', 100, 1), term('often', 20_000, 2), term('usual', 30_000, 3), term('half', 500_000, 4)],
      large,
    );
    const plan = planCandidates(weighted, large);
    expect(names(plan.anyOf)).toEqual(['rare']);
    expect(plan.together.map(names)).toEqual([['often', 'usual']]);
    expect(plan.newestTime).toEqual([]);
    const only = planCandidates(weighTerms([term('half', 500_000, 1)], large), large);
    expect([names(only.anyOf), only.together, names(only.newestTime)]).toEqual([[], [], ['half']]);
    const common = planCandidates(
      weighTerms([term('half', 500_000, 1), term('most', 600_000, 2)], large),
      large,
    );
    expect([common.together, names(common.newestTime)]).toEqual([[], ['half', 'most']]);
  });

  test('pairs terms side by side in the query, or with one stop word between them', () => {
    const weighted = weighTerms([term('dns', 10, 2), term('cache', 20, 3), term('far', 5, 9)], large);
    expect(neighbors(weighted).map(({ pair }) => names(pair))).toEqual([['dns', 'cache']]);
  });

  test('keeps scores between 0.1 and 1, growing with the sum of weights', () => {
    expect(toScore(0)).toBeCloseTo(0.1);
    expect(toScore(1)).toBeLessThan(toScore(2));
    expect(toScore(1e9)).toBeLessThanOrEqual(1);
  });

  test('generates every string one typo away from a word', () => {
    const near = spellingVariants('cache');
    for (const word of ['cahce', 'cach', 'caches', 'cachq', 'acache']) expect(near).toContain(word);
    for (const word of ['cache', 'cahec', 'ca']) expect(near).not.toContain(word);
    expect([isCorrectable('dns'), isCorrectable('cache'), isCorrectable('x'.repeat(41))]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('varies only the letters of a word with digits', () => {
    expect(spellingVariants('mt5512')).toContain('mf5512');
    expect(spellingVariants('mt5512')).not.toContain('mt5513');
    expect(spellingVariants('oauth')).toContain('oauth2');
  });

  test.each([
    [1_000_000, true],
    [1_010_000, true],
    [1_010_001, false],
    [-1, false],
  ])('treats a tenant with a million of %d stored blocks as nearly alone: %s', (stored, alone) => {
    expect(isNearlyAlone({ ...large, stored })).toBe(alone);
  });
});
