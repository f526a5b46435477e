/** How fast a ranked search answers in a large workspace of PostgreSQL, and how it is planned for a word of half of the memories. */
import path from 'node:path';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import pg from 'pg';
import { openDatabase } from '../src/storage/database';
import { COMMON_WORD, fillWorkspace, words } from './fill';
import { EMAIL } from './judged';
import { rankedPlan } from './plans';
import { ask, dist, headersOf, startService } from './service';

const CONNECTIONS = 16;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);

/** Queries of two to six words, and every fourth one with the word that half of the memories contain; none twice. */
function newQueries(): () => string {
  const source = words(2);
  const asked = new Set<string>();
  const next = (): string => {
    const query = Array.from({ length: 2 + Math.floor(source.chance() * 5) }, source.next);
    if (asked.size % 4 === 0) query.push(COMMON_WORD);
    const text = query.join(' ');
    if (asked.has(text)) return next();
    asked.add(text);
    return text;
  };
  return next;
}

/** What became of the calls that failed: how many had which status, no answer in time, or no answer at all. */
function failuresOf({ errors, timeouts, statusCodeStats = {} }: autocannon.Result): string[] {
  const refused = Object.entries(statusCodeStats).filter(([status]) => !status.startsWith('2'));
  const counts: [string, number][] = [
    ...refused.map(([status, { count = 0 }]): [string, number] => [`status ${status}`, count]),
    ['no answer in time', timeouts],
    ['connection lost', errors - timeouts],
  ];
  return counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`);
}

export interface Speed {
  rows: number;
  fillSeconds: number;
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  /** What the failed ones met, each with its number. */
  failures: string[];
  indexMegabytes: number;
  tableMegabytes: number;
  /** Resident memory of the service after the load; 0 where the system does not say. */
  memoryMegabytes: number;
  /** How a search for a word of half of the memories is carried out. */
  plan: string;
}

/** Fills a workspace of the database at `url` and searches in it. */
export async function searchSpeed(url: string, rows: number): Promise<Speed> {
  const service = await startService({ DATABASE_URL: url, DEMO_BLOCKS: '0', ADMIN_EMAILS: EMAIL });
  const person = headersOf(EMAIL);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { agent_id: agentId } = await ask<{ agent_id: string }>(
      'POST',
      `${service.url}/agents/?scope=personal`,
      person,
      { agent_name: 'bench' },
    );
    const agent = await client.query<{ owner: string }>(
      'select owner_user_id as owner from agents where id = $1',
      [agentId],
    );
    const ownerUserId = agent.rows[0]?.owner ?? '';
    const fillSeconds = await fillWorkspace(url, { agentIds: [agentId], ownerUserId }, rows);
    await untilFolded(client);
    const next = newQueries();
    const search = () =>
      `/memory-blocks/search/fulltext?limit=10&scope=personal&query=${encodeURIComponent(next())}`;
    // A list of requests would be asked by each connection from its beginning, so that all but the first find it remembered.
    const load = () =>
      autocannon({
        url: service.url,
        connections: CONNECTIONS,
        duration: SECONDS,
        headers: person,
        requests: [{ method: 'GET', setupRequest: (asked) => ({ ...asked, path: search() }) }],
      });
    await load();
    const measured = await load();
    const { requests, latency, non2xx, errors } = measured;
    const sizes = await client.query<{ indexes: number; tables: number }>(
      `select sum(pg_indexes_size(oid))::float8 / 1e6 as indexes, sum(pg_table_size(oid))::float8 / 1e6 as tables
       from pg_class where relname in ('search_documents', 'search_terms', 'search_term_changes')`,
    );
    return {
      rows,
      fillSeconds,
      perSecond: requests.average,
      p50: latency.p50,
      p99: latency.p99,
      failed: non2xx + errors,
      failures: failuresOf(measured),
      indexMegabytes: sizes.rows[0]?.indexes ?? 0,
      tableMegabytes: sizes.rows[0]?.tables ?? 0,
      memoryMegabytes: residentMegabytes(service.pid),
      plan: await planOfCommonWord(url, ownerUserId),
    };
  } finally {
    await client.end();
    await service.stop();
  }
}

/** What Linux says of a process. */
function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

async function planOfCommonWord(url: string, ownerUserId: string): Promise<string> {
  const choice = { kind: 'server', url, onLost: () => undefined } as const;
  const database = await openDatabase(choice, path.join(dist, 'migrations'));
  try {
    return await rankedPlan(database, ownerUserId, { rows: 'owned', ownerUserId }, COMMON_WORD);
  } finally {
    await database.close();
  }
}

/** The service folds the differences of frequencies every few seconds. */
async function untilFolded(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select 1 from search_term_changes limit 1');
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  await client.query('vacuum (analyze) search_terms');
  await client.query('vacuum search_term_changes');
}
