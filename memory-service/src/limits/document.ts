/** docs/limits.md: every limit, from the tables and constants that the code itself uses. */
import * as rules from '@hindsight/shared-contracts/rules';
import { MAX_ACTIVE_TOKENS } from '../platform/auth/rules/tokens';
import { LIFE_MS, MAX_STREAMS_OF_PERSON, TOO_MANY_STREAMS } from '../platform/events/hub';
import { REQUEST_TIMEOUT_MS, TURNS } from '../app/app';
import { CALL_LIMITS } from '../platform/http/callLimits';
import { LARGE_PAGE } from '../platform/http/cost';
import { MAX_JSON_DEPTH } from '../platform/http/jsonDepth';
import { MAX_WAITING_COUNTS, MAX_ANSWER_BYTES, TOO_LARGE } from '../features/memory';
import { MAX_WAITING } from '../platform/database/batchWriter';
import { CONNECTION_TIMEOUT_MS } from '../platform/database/database';
import { FREE_BYTES } from '../platform/database/engine/embeddedEngine';
import { CHANGES_LIFE } from '../platform/events/events';
import { KEY_LIFE } from '../platform/database/idempotencyKeys';
import { MAIL_PAIR_LIMITS, NEWS_SECONDS } from '../platform/mail/mails';
import { STATEMENT_LIMITS } from '../platform/database/statementLimits';
import { DEADLINE_MS, TextTimeout } from '../platform/text/textWork';
import { SIZES } from './sizes';
import { LIMIT_VARIABLES, MAIL_BEYOND } from '../platform/config/variables';

type Row = readonly [what: string, limit: string, setBy: string, beyond: string];

const number = (value: number) => value.toLocaleString('en');
const formatMebibytes = (value: number) => `${value / 1024 / 1024} MiB`;
const seconds = (value: number) => `${number(value / 1000)} s`;
const window = (value: number) => (value % 3600 === 0 ? `${value / 3600} h` : `${value / 60} min`);
const FIXED = '';

const variables: Row[] = Object.entries(LIMIT_VARIABLES).map(([name, { what, fallback, unit, beyond }]) => [
  what,
  fallback === 0 ? 'none' : `${number(fallback)} ${unit}`,
  `\`${name}\``,
  beyond,
]);

const requests: Row[] = [
  [
    `Costly calls (searches, figures, pages of more than ${LARGE_PAGE} memories, work on many memories) at once at one process, of all callers and of one`,
    `PostgreSQL ${TURNS.server.costly} and ${TURNS.server.costlyOfCaller}, embedded ${TURNS.embedded.costly} and ${TURNS.embedded.costlyOfCaller}`,
    FIXED,
    'wait for their turn',
  ],
  [
    'Other calls of one caller at once at one process',
    `PostgreSQL ${TURNS.server.cheapOfCaller}, embedded ${TURNS.embedded.cheapOfCaller}`,
    FIXED,
    'wait for their turn',
  ],
  [
    'Reading the texts of a call in a thread',
    seconds(DEADLINE_MS),
    FIXED,
    `503 \`text_timeout\` “${new TextTimeout().message}”; the step of a job fails with it`,
  ],
  ['Depth of JSON in a body', `${MAX_JSON_DEPTH} levels`, FIXED, '400'],
  [
    'Time until a request has arrived',
    seconds(REQUEST_TIMEOUT_MS),
    FIXED,
    '408 “The request took too long to arrive.”',
  ],
  ['Hits of one search', formatMebibytes(MAX_ANSWER_BYTES), FIXED, `413 \`answer_too_large\` “${TOO_LARGE}”`],
  [
    'Streams of changes of one person at one process',
    String(MAX_STREAMS_OF_PERSON),
    FIXED,
    `429 “${TOO_MANY_STREAMS}”`,
  ],
  [
    'Life of one stream',
    `${LIFE_MS.min / 60_000} to ${LIFE_MS.max / 60_000} min`,
    FIXED,
    'ends; the client continues it',
  ],
  ['Active tokens of one person', String(MAX_ACTIVE_TOKENS), FIXED, '409 with the number'],
];

const calls: Row[] = [
  ...Object.values(CALL_LIMITS).map(({ name, hits, windowSeconds }): Row => [
    name.replaceAll('-', ' '),
    `${hits} in ${window(windowSeconds)}`,
    FIXED,
    '429',
  ]),
  [
    'mails of one person to another',
    `${MAIL_PAIR_LIMITS.hourlyLimit} in 1 h, ${MAIL_PAIR_LIMITS.dailyLimit} in 24 h`,
    FIXED,
    MAIL_BEYOND,
  ],
  ['mails to one person about changes', `1 in ${NEWS_SECONDS} s`, FIXED, 'further changes join it'],
];

const statements: Row[] = Object.entries(STATEMENT_LIMITS).map(
  ([kind, { variable, seconds: limit, sentence }]) => [
    `One statement: ${kind}`,
    `${limit} s`,
    `\`${variable}\``,
    kind === 'job' ? `the step fails with “${sentence}”` : `503 \`query_timeout\` “${sentence}”`,
  ],
);

const connections: Row[] = [
  [
    'Wait for a connection',
    seconds(CONNECTION_TIMEOUT_MS),
    FIXED,
    '503 `database_unavailable` “The database isn’t responding. Try again in a moment.”',
  ],
  [
    'Room on the disk of the embedded database for a write',
    formatMebibytes(FREE_BYTES),
    FIXED,
    '507 `disk_full` “The database’s disk is full, so nothing was saved. …”',
  ],
  [
    'Retrievals and activity that wait while the database is away, each',
    number(MAX_WAITING),
    FIXED,
    'the oldest are dropped; metric `dropped_records_total`',
  ],
  [
    'Memories whose dropped retrievals are still counted',
    number(MAX_WAITING_COUNTS),
    FIXED,
    'not counted; metric `dropped_records_total{kind="retrieval_counts"}`',
  ],
];

const kept: Row[] = [
  ['Answers for `Idempotency-Key`', KEY_LIFE.answered, FIXED, 'the write is carried out again'],
  ['A key whose work did not end', KEY_LIFE.unfinished, FIXED, 'the key is free again'],
  ['Changes for streams that come back', CHANGES_LIFE, FIXED, '`reset`: the client loads everything again'],
];

const sizes: Row[] = Object.entries(SIZES).map(([name, { what, unit, beyond = '' }]) => [
  what,
  `${number(rules[name as keyof typeof SIZES])} ${unit}`,
  FIXED,
  beyond,
]);

function table(title: string, rows: readonly Row[], note?: string): string {
  const isFixed = rows.every(([, , setBy]) => setBy === FIXED);
  const columns = ['What', 'Limit', ...(isFixed ? [] : ['Variable']), 'Beyond it'];
  const cells = rows.map((row) =>
    row.filter((_, column) => !isFixed || column !== 2).map((cell) => cell.replaceAll('|', '\\|')),
  );
  return [
    `## ${title}`,
    '',
    ...(note === undefined ? [] : [note, '']),
    ...[columns, columns.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n');
}

/** What the variables of the gateway say of requests, by their endings. */
const AT_EDGE: Readonly<Record<string, string>> = {
  RATE: ' per second, over ten seconds',
  CONNECTIONS: ', open at the same time, streams included',
};

/** @param edge variables and defaults of the gateway in the compose file. */
export function limitsDocument(edge: Readonly<Record<string, string>>): string {
  const atEdge = Object.entries(edge).map(([name, value]): Row => [
    `Requests of one ${name.startsWith('CALLER') ? 'caller' : 'address'}${AT_EDGE[name.split('_')[1] ?? '']}`,
    value,
    `\`${name}\``,
    '429',
  ]);
  return [
    '# Limits',
    '',
    'Made from the code by `pnpm limits`; a test compares. What has no variable is a constant. Every 429 carries `Retry-After`.',
    '',
    table('Set by variables', variables),
    table('Requests', requests),
    table('Calls that reach other people, name what others see or guess', calls),
    table('The database', [...statements, ...connections]),
    table('Sizes', sizes, 'Beyond a size: 422 with the field, unless said otherwise.'),
    table('Time for which things are kept', kept),
    table('The gateway in production', atEdge),
  ].join('\n');
}
