/**
 * `pnpm bench:lists`: every filter of the list with every order, one call after the other, in a workspace of 100,000 memories on PostgreSQL.
 * Prints the slow ones, and those whose plan reads the table from end to end. Exits with 1 when a p99 is above the aim.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '../src/storage/database';
import type { Database } from '../src/storage/database';
import { findDatabases } from './databases';
import { fillWorkspace } from './fill';
import { EMAIL } from './judged';
import { listPlan } from './plans';
import { ask, dist, headersOf, startService } from './service';
import type { BenchService } from './service';

const BLOCKS = Number(process.env['BENCH_BLOCKS'] ?? 100_000);
const CALLS = Number(process.env['BENCH_CALLS'] ?? 40);
const AIM_MS = 50;
const KEYWORDS = 40;
const print = (text: string) => process.stdout.write(`${text}\n`);
const person = headersOf(EMAIL);
const DAY_MS = 24 * 60 * 60 * 1000;
const since = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const ORDERS = [
  'sort_by=created_at',
  'sort_by=created_at&sort_order=asc',
  'sort_by=updated_at',
  'sort_by=updated_at&sort_order=asc',
  'sort_by=feedback_score',
  'sort_by=feedback_score&sort_order=asc',
  'sort_by=retrieval_count',
  'sort_by=retrieval_count&sort_order=asc',
];

/** The filters of the list, alone and as people combine them. */
function filters({ agents, keywords, conversation }: Filled): string[] {
  const [agent = '', other = ''] = agents;
  const [keyword = '', another = ''] = keywords;
  const ranges = ['created', 'updated', 'retrieved'].flatMap((column) =>
    [1, 7, 90].map((days) => `${column}_after=${since(days)}`),
  );
  const feedback = ['rated', 'unrated', 'high', 'medium', 'low', 'marked', 'wrong', 'outdated'];
  return [
    '',
    `agent_id=${agent}`,
    `agent_id=${agent},${other}`,
    `keyword_id=${keyword}`,
    `keyword_id=${keyword},${another}`,
    `keyword_id=${keyword},${another}&keyword_match=all`,
    `conversation_id=${conversation}`,
    ...ranges,
    ...feedback.map((value) => `feedback=${value}`),
    ...['agent', 'person', 'model', 'import'].map((value) => `origin=${value}`),
    `agent_id=${agent}&feedback=low`,
    `agent_id=${agent}&created_after=${since(7)}`,
    `keyword_id=${keyword}&feedback=low`,
    `keyword_id=${keyword}&created_after=${since(7)}`,
    `retrieved_after=${since(7)}&feedback=high`,
    `created_after=${since(7)}&origin=import`,
    `created_before=${since(80)}&feedback=marked`,
    `include_archived=true`,
    `include_archived=true&feedback=low`,
  ];
}

interface Filled {
  ownerUserId: string;
  agents: string[];
  keywords: string[];
  conversation: string;
}

/** Fills the workspace of a person, with keywords and retrievals. */
async function fill(service: BenchService, url: string): Promise<Filled> {
  const agents: string[] = [];
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    agents.push(
      (
        await ask<{ agent_id: string }>('POST', `${service.url}/agents/?scope=personal`, person, {
          agent_name: `bench ${name}`,
        })
      ).agent_id,
    );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const owner = await client.query<{ owner: string }>(
      'select owner_user_id as owner from agents where id = $1',
      [agents[0]],
    );
    const ownerUserId = owner.rows[0]?.owner ?? '';
    const seconds = await fillWorkspace(url, { agentIds: agents, ownerUserId }, BLOCKS);
    print(`${BLOCKS} memories written in ${seconds.toFixed(0)} s`);
    const keywords = Array.from({ length: KEYWORDS }, () => randomUUID());
    await client.query(
      `insert into keywords (id, text, visibility_scope, owner_user_id) select id, 'bench ' || n, 'personal', $2
       from unnest($1::uuid[]) with ordinality as given(id, n)`,
      [keywords, ownerUserId],
    );
    await client.query(
      `insert into memory_block_keywords (memory_block_id, keyword_id)
       select id, ($1::uuid[])[1 + floor(random() ^ 2 * ${KEYWORDS})::int] from memory_blocks`,
      [keywords],
    );
    await client.query(
      `update memory_block_usage set last_retrieved_at = now() - random() * interval '90 days' where retrieval_count > 0`,
    );
    const found = await client.query<{ id: string }>(
      'select conversation_id as id from memory_blocks limit 1',
    );
    await client.query('vacuum (analyze)');
    return { ownerUserId, agents, keywords, conversation: found.rows[0]?.id ?? '' };
  } finally {
    await client.end();
  }
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Milliseconds of the first call, which counts what matches, and of the others, sorted; some before warm the plans. */
async function times(url: string): Promise<{ first: number; taken: number[] }> {
  const taken: number[] = [];
  for (let call = 0; call < CALLS + 5; call += 1) {
    const started = performance.now();
    await ask('GET', url, person);
    taken.push(performance.now() - started);
  }
  const [first = 0] = taken;
  return { first, taken: taken.slice(5).sort((a, b) => a - b) };
}

interface Row {
  filter: string;
  order: string;
  first: number;
  p50: number;
  p99: number;
  scans: boolean;
}

async function measure(service: BenchService, database: Database, filled: Filled): Promise<Row[]> {
  const rows: Row[] = [];
  for (const filter of filters(filled))
    for (const order of ORDERS) {
      const query = [filter, order].filter((part) => part !== '').join('&');
      const { first, taken } = await times(`${service.url}/memory-blocks/?limit=24&scope=personal&${query}`);
      const plan = await listPlan(database, filled.ownerUserId, query);
      rows.push({
        filter,
        order,
        first,
        p50: at(taken, 0.5),
        p99: at(taken, 0.99),
        scans: /Seq Scan on memory_block/.test(plan),
      });
      if (process.env['BENCH_PLANS'] === 'all' || (rows.at(-1)?.p50 ?? 0) > AIM_MS)
        print(`${query}\n${plan}\n`);
    }
  return rows;
}

const databases = await findDatabases();
if (!databases) throw new Error('No PostgreSQL: install one or set BENCH_DATABASE_URL.');
try {
  await databases.withEmpty(async (url) => {
    const service = await startService({ DATABASE_URL: url, DEMO_BLOCKS: '0', ADMIN_EMAILS: EMAIL });
    const database = await openDatabase(
      { kind: 'server', url, onLost: () => undefined },
      path.join(dist, 'migrations'),
    );
    try {
      const rows = await measure(service, database, await fill(service, url));
      const slow = rows.filter(({ p99 }) => p99 > AIM_MS);
      print(
        `load average ${loadavg()
          .map((load) => load.toFixed(1))
          .join(' ')}, ${CALLS} calls each, one at a time\n`,
      );
      print(
        '| filter | order | first ms | p50 ms | p99 ms | reads the whole table |\n|---|---|---|---|---|---|',
      );
      for (const { filter, order, first, p50, p99, scans } of rows.sort((a, b) => b.p50 - a.p50))
        print(
          `| ${filter || 'none'} | ${order} | ${first.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${scans ? 'yes' : ''} |`,
        );
      print(
        `\n${rows.length} lists, ${slow.length} with a p99 above ${AIM_MS} ms, ${rows.filter(({ scans }) => scans).length} by a scan of the table`,
      );
      process.exitCode = slow.length > 0 ? 1 : 0;
    } finally {
      await database.close();
      await service.stop();
    }
  });
} finally {
  await databases.stop();
}
