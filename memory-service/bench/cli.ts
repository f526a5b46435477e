/** `pnpm bench:service`: load on the built service, embedded and (BENCH_DATABASE_URL, an empty database) PostgreSQL; prints Markdown. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { openDatabase } from '../src/storage/database';
import type { EngineChoice } from '../src/storage/database';
import { ask, dist, headersOf, startService } from './service';
import { queryPlans } from './plans';

const BLOCKS = Number(process.env['BENCH_BLOCKS'] ?? 100_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
/** A program that has just started is not the one that serves all day. */
const WARM_UP_SECONDS = 1;
const CONNECTIONS = 16;
const EMAIL =
  DEMO_PEOPLE.find(({ memberships }) => Object.values(memberships).includes('owner'))?.email ?? '';
const WORD = 'migration';
const WORDS =
  'migration cache deploy timeout index retry schema token queue latency build test error network memory'.split(
    ' ',
  );
/** Each pair of different words. */
const QUERIES = WORDS.flatMap((one) =>
  WORDS.filter((other) => other !== one).map((other) => `${one} ${other}`),
);

const print = (text: string) => process.stdout.write(`${text}\n`);

const DAY_MS = 24 * 60 * 60 * 1000;
const since = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Each filter and each order of the list, with the parameters that ask for it. */
function narrowed(ids: { agents: string; keyword: string; conversation: string }): [string, string][] {
  return [
    ['several agents', `agent_id=${ids.agents}`],
    ['one keyword', `keyword_id=${ids.keyword}`],
    ['one conversation', `conversation_id=${ids.conversation}`],
    ['created in a day', `created_after=${since(1)}`],
    ['created in 90 days', `created_after=${since(90)}`],
    ['changed in a day', `updated_after=${since(1)}`],
    ['retrieved in 90 days', `retrieved_after=${since(90)}`],
    ...['rated', 'unrated', 'high', 'low', 'marked'].map((value): [string, string] => [
      `feedback ${value}`,
      `feedback=${value}`,
    ]),
    ...['agent', 'person'].map((value): [string, string] => [`origin ${value}`, `origin=${value}`]),
    ['by change', 'sort_by=updated_at'],
    ['lowest feedback first', 'sort_by=feedback_score&sort_order=asc'],
    ['most retrieved first', 'sort_by=retrieval_count'],
    ['least retrieved first', 'sort_by=retrieval_count&sort_order=asc'],
    ['most retrieved of low feedback', 'sort_by=retrieval_count&feedback=low'],
  ];
}

interface Target {
  name: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Other addresses that take turns with `path`. */
  others?: string[];
}

async function measure(url: string, { name, path: where, headers, body, others }: Target): Promise<string> {
  const load = (duration: number) =>
    autocannon({
      url: `${url}${where}`,
      connections: CONNECTIONS,
      duration,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { method: 'POST' as const, body }),
      ...(others && { requests: others.map((other) => ({ method: 'GET' as const, path: other })) }),
    });
  await load(WARM_UP_SECONDS);
  const result = await load(SECONDS);
  const { average } = result.requests;
  const { p50, p99 } = result.latency;
  const wrong = result.non2xx + result.errors;
  return `| ${name} | ${average.toFixed(0)} | ${p50} | ${p99} | ${wrong} |`;
}

interface UserInfo {
  memberships: { organization_id: string; can_write: boolean }[];
}

async function targets(url: string): Promise<{ targets: Target[]; organizationId: string }> {
  const person = headersOf(EMAIL);
  const { memberships } = await ask<UserInfo>('GET', `${url}/user-info`, person);
  const organizationId = memberships.find((membership) => membership.can_write)?.organization_id;
  if (!organizationId) throw new Error(`${EMAIL} may write in no organization of the demo workspace.`);
  const scope = `scope=organization&organization_id=${organizationId}`;
  const { items } = await ask<{ items: { agent_id: string }[] }>(
    'GET',
    `${url}/agents/?limit=3&${scope}`,
    person,
  );
  const agentId = items[0]?.agent_id ?? '';
  const agentIds = items.map(({ agent_id: id }) => id).join(',');
  const [keyword] = await ask<{ keyword_id: string }[]>('GET', `${url}/keywords/?limit=1&${scope}`, person);
  const [block] = (
    await ask<{ items: { conversation_id: string }[] }>(
      'GET',
      `${url}/memory-blocks/?limit=1&${scope}`,
      person,
    )
  ).items;
  const { token } = await ask<{ token: string }>('POST', `${url}/users/me/tokens`, person, {
    name: `bench ${Date.now()}`,
    scopes: ['read', 'write'],
    organization_id: organizationId,
  });
  const program = { authorization: `Bearer ${token}` };
  const written = {
    agent_id: agentId,
    conversation_id: organizationId,
    content: 'A note that the bench wrote.',
  };
  return {
    organizationId,
    targets: [
      { name: 'list', path: `/memory-blocks/?limit=12&${scope}`, headers: person },
      { name: 'list of 50', path: `/memory-blocks/?limit=50&${scope}`, headers: person },
      {
        name: 'list of 50, 40 pages in turn',
        path: '/',
        headers: person,
        others: Array.from({ length: 40 }, (_, n) => `/memory-blocks/?limit=50&skip=${n * 50}&${scope}`),
      },
      {
        name: 'list of one agent',
        path: `/memory-blocks/?limit=12&agent_id=${agentId}&${scope}`,
        headers: person,
      },
      ...narrowed({
        agents: agentIds,
        keyword: keyword?.keyword_id ?? '',
        conversation: block?.conversation_id ?? '',
      }).map(([name, query]) => ({
        name: `list, ${name}`,
        path: `/memory-blocks/?limit=12&${query}&${scope}`,
        headers: person,
      })),
      {
        name: 'list, contains a text',
        path: `/memory-blocks/?limit=12&search_query=${WORD}&${scope}`,
        headers: person,
      },
      {
        name: 'archived list',
        path: `/memory-blocks/archived/?limit=12&sort_by=archived_at&${scope}`,
        headers: person,
      },
      {
        name: 'full-text search',
        path: `/memory-blocks/search/fulltext?query=${WORD}&limit=12&${scope}`,
        headers: person,
      },
      {
        name: `full-text search, ${QUERIES.length} queries in turn`,
        path: '/',
        headers: person,
        others: QUERIES.map(
          (query) => `/memory-blocks/search/fulltext?query=${encodeURIComponent(query)}&limit=12&${scope}`,
        ),
      },
      {
        name: 'hybrid search',
        path: `/memory-blocks/search/hybrid?query=${WORD}&limit=12&${scope}`,
        headers: person,
      },
      { name: 'analytics summary', path: `/analytics/summary?${scope}`, headers: person },
      { name: 'list with a token', path: '/memory-blocks/?limit=12', headers: program },
      {
        name: 'create with a token',
        path: '/memory-blocks/',
        headers: program,
        body: JSON.stringify(written),
      },
    ],
  };
}

async function bench(title: string, env: Record<string, string>, engine: EngineChoice): Promise<void> {
  const started = performance.now();
  const service = await startService({ ...env, DEMO_BLOCKS: String(BLOCKS) });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  print(`\n## ${title}, ${BLOCKS} blocks (start with filling: ${seconds} s)\n`);
  print(`| call | requests/s | p50 ms | p99 ms | failed |\n|---|---|---|---|---|`);
  const { targets: all, organizationId } = await targets(service.url);
  for (const target of all) print(await measure(service.url, target));
  await service.stop();
  const database = await openDatabase(engine, path.join(dist, 'migrations'));
  print(`\n### Query plans\n\n${await queryPlans(database, organizationId, WORD)}`);
  await database.close();
}

const ignore = () => undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'memory-service-bench-'));
print(
  `# Memory service: ${cpus().length} cores, Node ${process.versions.node}, ${CONNECTIONS} connections, ${SECONDS} s each`,
);
try {
  const serverUrl = process.env['BENCH_DATABASE_URL'];
  if (process.env['BENCH_EMBEDDED'] !== 'no') {
    await bench(
      'Embedded database',
      { DATA_DIR: folder },
      {
        kind: 'embedded',
        options: { dataFolder: folder, workerFile: path.join(dist, 'pgliteWorker.js'), onLost: ignore },
      },
    );
  }
  if (serverUrl === undefined)
    print('\nSet BENCH_DATABASE_URL to an empty PostgreSQL database to measure that too.');
  else
    await bench(
      'PostgreSQL',
      { DATABASE_URL: serverUrl },
      { kind: 'server', url: serverUrl, onLost: ignore },
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
