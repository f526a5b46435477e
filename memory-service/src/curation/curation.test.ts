import { extractiveSummary, KEEP, keySentences, mergeTexts } from './extractiveSummary';
import { isTelling, MAX_KEYWORDS, suggestKeywords, tellingKeywords } from './keywords';
import { bandsOf, groupSimilar, signature, similarity } from './minHash';
import { pruningScoreOf, WORTH_KEEPING } from './pruningScore';
import { createRewriter } from './rewriter';

const LONG = [
  'The deployment failed because the migration lock was held by a second migration process.',
  'We drank coffee.',
  'Releasing the migration lock let the deployment continue.',
  'The weather was fine that day and nobody minded waiting a little longer for it.',
  'A migration must never run in two processes.',
].join(' ');

const CODE = ['```js', 'if (a) {', '  start(a);', '}', 'if (b) {', '  start(b);', '}', '```'].join('\n');

test('a summary keeps whole sentences in their order and at most the promised part', () => {
  const summary = extractiveSummary(LONG);
  expect(summary.length).toBeLessThanOrEqual(LONG.length * KEEP + 1);
  expect(summary).toBe(
    'The deployment failed because the migration lock was held by a second migration process.\nA migration must never run in two processes.',
  );
  expect(summary.split('\n').every((sentence) => LONG.includes(sentence))).toBe(true);
});

test('a summary keeps the first sentence, which is the title, whatever it scores', () => {
  expect(extractiveSummary(`A note on Monday. ${LONG}`)).toMatch(/^A note on Monday\.\n/);
});

describe('a long list', () => {
  const list = Array.from(
    { length: 20 },
    (_, n) => `- Host web-${n} was drained, patched and rebooted in ${n + 3} minutes.`,
  );
  const title = 'Patch day of the web hosts.';
  const aside = 'The on-call engineer was Ana, and the change was announced to support a week before.';

  test.each([
    'IMPORTANT: dunning 2 keeps the legal footer of 2019.',
    'WARNING: never restart the ledger between 02:00 and 03:30 UTC, the bank cutoff is lost.',
    'Do not release on Thursdays: the reconciliation job deletes unsigned markets.',
    '> **Note:** the footer is in the second template.',
    'Die Rechnungen dürfen niemals vor Monatsende gelöscht werden.',
    'Ne redémarrez jamais le serveur pendant la clôture.',
    'No se debe reiniciar el servidor durante el cierre.',
    'The second load balancer is not part of the pool.',
  ])('keeps what it warns of, and its code: %s', (caution) => {
    const text = [title, CODE, ...list, aside, caution].join('\n');
    const kept = extractiveSummary(text).split('\n');
    expect(kept).toContain(caution);
    expect(kept.join('\n')).toContain(CODE);
    expect(kept.filter((line) => line.startsWith('- Host'))).toEqual([list[0]]);
    expect(keySentences(text, 5)).toContain(caution);
    expect(keySentences(text, 5).filter((line) => line.startsWith('- Host'))).toHaveLength(1);
  });

  test('keeps warnings that differ in a number or a name, and says each once', () => {
    const night = 'Der Ledger darf nie zwischen 02:00 und 03:30 neu gestartet werden.';
    const noon = night.replace('02:00', '12:00');
    const other = night.replace('Ledger', 'Export');
    const text = [night, ...list, noon, other, `Merke: ${night}`].join('\n');
    const kept = extractiveSummary(text).split('\n');
    expect(kept.filter((line) => line.includes('nie'))).toEqual([night, noon, other]);
  });

  test('keeps lines that a word turns round', () => {
    const text = [
      title,
      'Drain the host before the patch is applied.',
      'Drain the host after the patch is applied.',
      ...list,
    ];
    expect(extractiveSummary(text.join('\n'))).toContain(text.slice(0, 3).join('\n'));
  });
});

test('what counts as preserved is in the result', async () => {
  const rules = createRewriter(undefined);
  const compact = await rules.compact(
    { content: LONG, lessonsLearned: null },
    '',
    new AbortController().signal,
  );
  expect(compact?.insights.length).toBeGreaterThan(0);
  for (const insight of compact?.insights ?? []) expect(compact?.content).toContain(insight);
});

test('a block of code stays whole or goes whole, and is no insight', () => {
  const text = `Start both.\n\n${CODE}\n\n${LONG}`;
  const summary = extractiveSummary(text);
  expect(summary).toContain('Start both.');
  expect(summary.includes(CODE)).toBe(summary.includes('start('));
  expect(mergeTexts([text, `${LONG} Start a first.`])).toContain(CODE);
  expect(mergeTexts([LONG, `Start both.\n${CODE}`])).toContain(CODE);
  expect(keySentences(`${CODE}\n---\n- [ ]\nStart both.`, 5)).toEqual(['Start both.']);
});

test('signs tell sentences apart, bullets and quotes do not', () => {
  for (const [one, other] of [
    ['Write the parser in C++.', 'Write the parser in C#.'],
    ['Set the offset to -5.', 'Set the offset to 5.'],
    ['Stop when rows != 0.', 'Stop when rows == 0.'],
    ['✅ Deploy on Friday.', '❌ Deploy on Friday.'],
    ['Deploy on Friday.', '❌ Deploy on Friday.'],
  ] as const)
    expect(mergeTexts([one, other]).split('\n').sort()).toEqual([one, other].sort());
  expect(mergeTexts(['- Use “pnpm”, always.', 'use pnpm, always'])).toBe('- Use “pnpm”, always.');
});

test('a memory without feedback scores neither as the worst nor as the best', () => {
  const facts = {
    feedbackScore: null,
    retrievalCount: 5,
    contentLength: 300,
    hasLessons: true,
    ageDays: 60,
  };
  const unrated = pruningScoreOf(facts);
  expect(unrated.score).toBeGreaterThan(pruningScoreOf({ ...facts, feedbackScore: 0 }).score);
  expect(unrated.score).toBeLessThan(pruningScoreOf({ ...facts, feedbackScore: 100 }).score);
  expect(unrated.score).toBeGreaterThanOrEqual(WORTH_KEEPING);
  expect(unrated.rationale).toMatch(/^Not rated/);
});

test('repeated sentences are said once, and a single sentence stays', () => {
  expect(extractiveSummary('Use pnpm.\nuse PNPM\nUse pnpm.')).toBe('Use pnpm.');
  expect(extractiveSummary('One sentence only')).toBe('One sentence only');
  expect(extractiveSummary('')).toBe('');
});

test('key sentences come best first', () => {
  expect(keySentences(LONG, 1)).toEqual([
    'The deployment failed because the migration lock was held by a second migration process.',
  ]);
});

test('merging keeps the longest text and adds what only the others say', () => {
  expect(mergeTexts(['Run migrations once.', 'Run migrations once. Hold the lock.', 'Log it.', ''])).toBe(
    'Run migrations once. Hold the lock.\nLog it.',
  );
});

test('merging says nothing twice that a sentence with a word or two more says too', () => {
  const longer = 'Renaming a column always takes three releases.';
  expect(mergeTexts(['Renaming a column takes three releases.', longer])).toBe(longer);
  for (const [one, other] of [
    ['Deploy the billing service on Fridays.', 'Never deploy the billing service on Fridays.'],
    ['Retry the upload.', 'Retry the upload 3 times.'],
    ['Retry the upload.', 'Retry the upload only once.'],
    ['Hold the lock.', 'Hold the lock while the second migration is running.'],
  ] as const)
    expect(mergeTexts([one, other])).toBe(`${other}\n${one}`);
});

test('merging says nothing twice that stands behind a lead-in in one of the texts', () => {
  const cause = 'The migration lock was held by a second process.';
  const more = 'It took two hours to see that this process had never ended.';
  for (const leadIn of [
    'Root cause: ',
    '**Root cause:** ',
    'Lesson learned: ',
    'Fix – ',
    '1. ',
    '- Solution: ',
    'Solved with Ana: ',
    'After 12 minutes of digging: ',
    'While working on PR #12: ',
  ]) {
    expect(mergeTexts([`${leadIn}${cause}\n${more}`, cause])).toBe(`${leadIn}${cause}\n${more}`);
    expect(mergeTexts([`${cause} ${more}`, `${leadIn}${cause}`])).toBe(`${cause} ${more}`);
  }
  for (const [one, other] of [
    ['Myth: The lock was held.', 'The lock was held.'],
    ['PostgreSQL: Set the limit to 100.', 'MySQL: Set the limit to 100.'],
    ['Hypothesis: Restarting the worker helps.', 'Fix: Restarting the worker helps.'],
  ] as const)
    expect(mergeTexts([one, other]).split('\n').sort()).toEqual([one, other].sort());
});

test('merging leaves no heading without a text below it', () => {
  const text = 'The lock was held by two.\nRelease it first, and wait until the other one has ended.';
  expect(mergeTexts([text, '## Root cause\nThe lock was held by two.\n## Fix\nRestart it.'])).toBe(
    `${text}\n## Fix\nRestart it.`,
  );
});

test('keywords are the telling words: no stop words, technical names first, ten at most, always the same', () => {
  expect(suggestKeywords('The while loop used the node.js cache and the cache of http2')).toEqual([
    'node.js',
    'http2',
    'cache',
    'loop',
  ]);
  const many = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ');
  expect(suggestKeywords(many)).toHaveLength(MAX_KEYWORDS);
  expect(suggestKeywords('')).toEqual([]);
});

test('everyday words and their forms say nothing, names and terms do', () => {
  const words =
    'minutes added failing obtained stopped tries simply e.g timeout cache lock_timeout migration node.js';
  expect(words.split(' ').filter(isTelling)).toEqual(
    'timeout cache lock_timeout migration node.js'.split(' '),
  );
});

test.each([
  [
    'everyday words',
    'The deploy of the billing worker failed because the disk was full and nobody noticed for two hours.',
    ['deploy', 'billing', 'worker', 'disk'],
  ],
  [
    'numbers, another form of a word, and all that follows',
    'Retry uploads to S3 in the end. When we uploaded large files the first time, the connection was reset after 60 seconds, because ' +
      'idle connections are closed.',
    ['retry', 'uploads', 'files', 'connection', 'reset'],
  ],
  [
    'how an address begins',
    'Link of the runbook: https://www.wiki.example.com/rollback, and postgres://db.internal/ledger.',
    ['runbook', 'wiki.example.com', 'rollback', 'db.internal', 'ledger'],
  ],
  [
    'German stop words',
    'Der Dienst wird langsam, weil die Verbindungen zur Datenbank nicht freigegeben werden.',
    ['dienst', 'langsam', 'verbindungen', 'datenbank', 'freigegeben'],
  ],
  [
    'Chinese stop words and whole clauses',
    '连接池耗尽，因为我们可以释放连接。Redis 可以减少连接。',
    ['连接', '释放', 'redis', '减少'],
  ],
])('a memory without keywords gets no keyword of %s', (_, text, keywords) => {
  expect(tellingKeywords(text)).toEqual(keywords);
});

test('fingerprints distinguish near-duplicates from other texts', () => {
  const near = LONG.replace('coffee', 'tea');
  expect(similarity(signature(LONG), signature(near))).toBeGreaterThan(0.7);
  expect(bandsOf(signature(LONG)).some((band) => bandsOf(signature(near)).includes(band))).toBe(true);
  expect(
    similarity(signature(LONG), signature('Something else entirely about fonts and colours')),
  ).toBeLessThan(0.2);
  expect(bandsOf(signature(''))).toEqual([]);
  expect(bandsOf(signature(LONG)).every((band) => Number.isInteger(band) && band === (band | 0))).toBe(true);
});

test('groups hold what resembles their first text, each text once', () => {
  const texts = [LONG, 'Fonts and colours of the portal', LONG.replace('coffee', 'tea'), LONG];
  expect(groupSimilar(texts, (text) => text)).toEqual([[LONG, LONG.replace('coffee', 'tea'), LONG]]);
});

describe('memories in the same words', () => {
  const incident = (service: string, count: number, pull: number) =>
    [
      `Connection pool of ${service} ran dry after ${count} slow transactions.`,
      `Seen while working on PR #${pull}: requests queued before their first query, and the database itself was idle.`,
      'A transaction stayed open across an HTTP call to a partner, so each slow partner answer pinned a connection.',
      'A transaction must not wait for anything but the database. Fetch first, then open, write and commit.',
    ].join('\n\n');
  const grouped = (...texts: string[]) => groupSimilar(texts, (text) => text);

  test('are one group where they tell the same case, whatever their number, day and more words', () => {
    const told = incident('checkout-api', 12, 316);
    const again = `${incident('checkout-api', 12, 3283)} Written down on 2026-03-04 in staging by Ana.`;
    expect(grouped(told, again)).toEqual([[told, again]]);
    const reworded = told.replace('ran dry', 'went dry').replace('Seen', 'Noticed');
    expect(grouped(told, reworded)).toEqual([[told, reworded]]);
  });

  test('are no group where each tells a case of its own', () => {
    expect(grouped(incident('checkout-api', 12, 316), incident('search-api', 4, 512))).toEqual([]);
    expect(grouped(incident('checkout', 12, 316), incident('ledger', 4, 316))).toEqual([]);
    expect(grouped(incident('checkout-api', 4, 316), incident('checkout-api', 9, 316))).toEqual([]);
    const body = (job: string, table: string) =>
      `Nightly job failed again.\nThe job ${job} wrote each row of ${table} twice, because it was started by two schedulers at the same minute.`;
    expect(grouped(body('close-month', 'line_items'), body('rotate-keys', 'api_keys'))).toEqual([]);
  });

  test('are grouped by case among many of one template', () => {
    const texts = Array.from({ length: 300 }, (_, n) => incident(`service-${n % 100}`, n % 100, n));
    const groups = grouped(...texts);
    expect(groups).toHaveLength(100);
    for (const group of groups)
      expect(new Set(group.map((text) => text.split('\n')[0]))).toHaveProperty('size', 1);
  });
});

test('better memories are never worth less', () => {
  const poor = {
    feedbackScore: 0,
    retrievalCount: 0,
    contentLength: 10,
    hasLessons: false,
    ageDays: 800,
  };
  const scores = Array.from(
    { length: 21 },
    (_, n) => pruningScoreOf({ ...poor, feedbackScore: n * 5 }).score,
  );
  expect(scores).toEqual([...scores].sort((a, b) => a - b));
  const better = [
    { feedbackScore: 100 },
    { retrievalCount: 90 },
    { contentLength: 900 },
    { hasLessons: true },
    { ageDays: 0 },
  ];
  for (const more of better)
    expect(pruningScoreOf({ ...poor, ...more }).score).toBeGreaterThan(pruningScoreOf(poor).score);
  expect(pruningScoreOf(poor).score).toBeLessThan(20);
  expect(
    pruningScoreOf({
      feedbackScore: 100,
      retrievalCount: 90,
      contentLength: 900,
      hasLessons: true,
      ageDays: 0,
    }).score,
  ).toBeGreaterThan(95);
  expect(pruningScoreOf(poor).rationale).toBe(
    'Feedback 0 of 100, never retrieved, 800 days old, very short, no lessons learned.',
  );
});
