import { isSignificant, MAX_KEYWORDS, suggestKeywords, extractKeywords } from '../../platform/text/keywords';
import { computeBands, groupSimilar } from './minHash';
import { scoreForPruning, WORTH_KEEPING } from './pruningScore';
import { findLastingContent } from './lastingContent';

const LONG = [
  'The deployment failed because the migration lock was held by a second migration process.',
  'We drank coffee.',
  'Releasing the migration lock let the deployment continue.',
  'The weather was fine that day and nobody minded waiting a little longer for it.',
  'A migration must never run in two processes.',
].join(' ');

test('scores a memory without feedback neither worst nor best', () => {
  const facts = {
    feedbackScore: null,
    retrievalCount: 5,
    contentLength: 300,
    hasLessons: true,
    ageDays: 60,
    lasting: undefined,
  };
  const unrated = scoreForPruning(facts);
  expect(unrated.score).toBeGreaterThan(scoreForPruning({ ...facts, feedbackScore: 0 }).score);
  expect(unrated.score).toBeLessThan(scoreForPruning({ ...facts, feedbackScore: 100 }).score);
  expect(unrated.score).toBeGreaterThanOrEqual(WORTH_KEEPING);
  expect(unrated.rationale).toMatch(/^Not rated/);
});

test('suggests significant words as keywords: no stop words, technical names first, at most ten, deterministic', () => {
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

test('treats everyday words and their forms as insignificant, unlike names and terms', () => {
  const words =
    'minutes added failing obtained stopped tries simply timeout cache lock_timeout migration node.js';
  expect(words.split(' ').filter(isSignificant)).toEqual(
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
    ['retry', 'uploads', 's3', 'files', 'connection'],
  ],
  [
    'parts of an address',
    'Link of the runbook: https://www.wiki.example.com/rollback, and postgres://db.internal/ledger.',
    ['runbook', 'https://www.wiki.example.com/rollback', 'postgres://db.internal/ledger'],
  ],
  [
    'invisible characters, which no name may have',
    'The file\u200bsystem of the buil\u00adder is read-only, and \u2066mounts\u2069 fail.',
    ['filesystem', 'builder', 'read-only', 'mounts'],
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
])('suggests no keyword from %s', (_, text, keywords) => {
  expect(extractKeywords(text)).toEqual(keywords);
});

test('gives similar texts a common band, and others none', () => {
  const shareBand = (a: string, b: string) => computeBands(a).some((band) => computeBands(b).includes(band));
  const near = LONG.replace('coffee', 'tea');
  expect(shareBand(LONG, near)).toBe(true);
  const contained = 'A migration must never run in two processes.';
  expect(shareBand(LONG, contained)).toBe(true);
  expect(shareBand(LONG, 'Something else entirely about fonts and colours')).toBe(false);
  expect(computeBands('')).toEqual([]);
  expect(computeBands(LONG).every((band) => Number.isInteger(band) && band === (band | 0))).toBe(true);
});

test.each([
  ['equal', 'Use pnpm, not npm, in this repository.', 'Use pnpm, not npm, in this repository.'],
  [
    'contained word for word',
    'Renaming a column always takes three releases: add, copy, drop.',
    'Notes of the week.\n\nRenaming a column always takes three releases: add, copy, drop. The second may be rolled back. Ask Ana before.',
  ],
  [
    'told in other words',
    'The nightly export failed because two schedulers started it in the same minute and both held the export lock.',
    'The nightly export failed since both schedulers started it at the same minute and held the export lock.',
  ],
  [
    'in another order',
    'When the disk of the CI runner is full, deploys fail with ENOSPC. Clean the docker images first.',
    'Deploys fail with ENOSPC when the CI runner disk is full; clean docker images first.',
  ],
  [
    'without what fills',
    'The user prefers short answers in German and wants code comments in English.',
    'User prefers short German answers, with code comments in English.',
  ],
])('groups texts that say the same: %s', (_, one, other) => {
  expect(groupSimilar([one, other], (text) => text)).toEqual([[one, other]]);
});

test.each([
  ['Sessions are stored in Redis.', 'Sessions are not stored in Redis any more.'],
  ['The session cookie expires after 30 minutes.', 'The session cookie expires after 60 minutes.'],
  ['Passwords are hashed with bcrypt.', 'Passwords are hashed with argon2.'],
  ['The orders table has an index on email.', 'The users table has an index on email.'],
  [
    'Deploy of billing failed because the migration lock was held by a second process.',
    'Deploy of search failed because the migration lock was held by a second process.',
  ],
  [
    'The upload limit of the shop is 5 MB, larger files are refused with 413.',
    'The upload limit of the portal is 5 MB, larger files are refused with 413.',
  ],
  ['Use tabs in Go files of this repository.', 'Use spaces in Python files of this repository.'],
  ['Refunds above 500 EUR need approval by finance.', 'Refunds above 1000 EUR need approval by finance.'],
  ['Deploy it on Fridays.', 'Never deploy it on Fridays, whatever the release manager says about it.'],
])('does not group texts that differ: %s — %s', (one, other) => {
  expect(groupSimilar([one, other], (text) => text)).toEqual([]);
});

test('does not separate texts because of similar lines within each', () => {
  const list = Array.from(
    { length: 6 },
    (_, n) => `- Host web${n} was drained, patched and rebooted by Ana.`,
  ).join('\n');
  const texts = [`Patch day of the hosts.\n${list}`, `Patch day of all hosts, on a Sunday.\n${list}`];
  expect(groupSimilar(texts, (text) => text)).toEqual([texts]);
});

test('groups texts that resemble the first of their group, each text once', () => {
  const texts = [LONG, 'Fonts and colours of the portal', LONG.replace('coffee', 'tea'), LONG];
  expect(groupSimilar(texts, (text) => text)).toEqual([[LONG, LONG.replace('coffee', 'tea'), LONG]]);
});

describe('memories with the same wording', () => {
  const incident = (service: string, count: number, pull: number) =>
    [
      `Connection pool of ${service} ran dry after ${count} slow transactions.`,
      `Seen while working on PR #${pull}: requests queued before their first query, and the database itself was idle.`,
      'A transaction stayed open across an HTTP call to a partner, so each slow partner answer pinned a connection.',
      'A transaction must not wait for anything but the database. Fetch first, then open, write and commit.',
    ].join('\n\n');
  const grouped = (...texts: string[]) => groupSimilar(texts, (text) => text);

  test('form one group when they describe the same case, despite other numbers, dates and additions', () => {
    const told = incident('checkout-api', 12, 316);
    const again = `${incident('checkout-api', 12, 3283)} Written down on 2026-03-04 in staging by Ana.`;
    expect(grouped(told, again)).toEqual([[told, again]]);
    const reworded = told.replace('ran dry', 'went dry').replace('Seen', 'Noticed');
    expect(grouped(told, reworded)).toEqual([[told, reworded]]);
  });

  test('form no group when each describes another case', () => {
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

test('never scores a better memory lower', () => {
  const poor = {
    feedbackScore: 0,
    retrievalCount: 0,
    contentLength: 10,
    hasLessons: false,
    ageDays: 800,
    lasting: undefined,
  };
  const scores = Array.from(
    { length: 21 },
    (_, n) => scoreForPruning({ ...poor, feedbackScore: n * 5 }).score,
  );
  expect(scores).toEqual([...scores].sort((a, b) => a - b));
  const better = [
    { feedbackScore: 100 },
    { retrievalCount: 90 },
    { contentLength: 900 },
    { hasLessons: true },
    { ageDays: 0 },
    { lasting: { kind: 'warning' as const, words: 'never' } },
  ];
  for (const more of better)
    expect(scoreForPruning({ ...poor, ...more }).score).toBeGreaterThan(scoreForPruning(poor).score);
  expect(scoreForPruning(poor).score).toBeLessThan(20);
  expect(
    scoreForPruning({
      feedbackScore: 100,
      retrievalCount: 90,
      contentLength: 900,
      hasLessons: true,
      ageDays: 0,
      lasting: undefined,
    }).score,
  ).toBeGreaterThan(95);
  expect(scoreForPruning(poor).rationale).toBe(
    'Feedback 0 of 100, never retrieved, 800 days old, very short, no lessons learned, little lasting content.',
  );
  expect(scoreForPruning({ ...poor, retrievalCount: 1 }).rationale).toContain('retrieved once,');
  expect(scoreForPruning({ ...poor, retrievalCount: 2 }).rationale).toContain('retrieved 2 times,');
});

test.each([
  [
    'warns (“Never”)',
    'Never run terraform destroy in infra/shared: it also deletes the DNS zone of production',
  ],
  ['warns (“by law”)', 'Invoices are kept for ten years by law.'],
  [
    'warns (“Recovery”)',
    'Recovery of the ledger: stop the writers, load the dump of the night, replay the log.',
  ],
  ['warns (“dürfen nicht”)', 'Die Rechnungen dürfen nicht vor Monatsende gelöscht werden.'],
  ['warns (“jamais”)', 'Ne redémarrez jamais le serveur pendant la clôture.'],
  ['warns (“してはいけない”)', '本番のデータベースを再起動してはいけない。'],
  ['states a decision or preference (“We use”)', 'We use pnpm'],
  ['states a decision or preference (“prefers”)', 'The user prefers tabs'],
  ['states a decision or preference (“Bitte”)', 'Bitte duzen, und keine Emojis.'],
  ['states a fact', 'Label rolls\n- open the lid\n- push the roll to the left'],
  ['states a fact', 'The staging cluster has four nodes.'],
  ['states a fact', 'The map was empty on Tuesday because the tile server ran out of disk.'],
])('keeps a text that %s however old and unread, unless rated wrong', (reason, text) => {
  const facts = {
    feedbackScore: null,
    retrievalCount: 0,
    contentLength: text.length,
    hasLessons: false,
    ageDays: 1200,
    lasting: findLastingContent(text),
  };
  const { score, rationale } = scoreForPruning(facts);
  expect(rationale).toBe(
    `Not rated, never retrieved, 1200 days old, very short, no lessons learned, ${reason}.`,
  );
  expect(score).toBeGreaterThanOrEqual(WORTH_KEEPING);
  expect(scoreForPruning({ ...facts, feedbackScore: 0 }).score).toBeLessThan(WORTH_KEEPING);
});

test.each(['ok, thanks!', 'Ran the tests.', 'Had lunch with the team.', 'User: never mind'])(
  'finds nothing lasting in “%s”',
  (text) => {
    expect(findLastingContent(text)).toBeUndefined();
  },
);
