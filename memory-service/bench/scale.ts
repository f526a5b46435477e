/**
 * `pnpm bench:scale`: lists, searches and the summary of a large and of a small organization among many, asked by a member of both, in a
 * database of BENCH_ROWS memories that are made inside it; prints Markdown, with the first call of each kind apart. `BENCH_DATABASE_URL`
 * names a server, else one is started. The database of `BENCH_KEPT_DATABASE` is filled when it is empty, and stays; `BENCH_FILL_ONLY` does
 * no more. `BENCH_CALLS` (a pattern) chooses calls; `DATABASE_POOL_SIZE` is the service's.
 */
import { cpus, loadavg } from 'node:os';
import autocannon from 'autocannon';
import pg from 'pg';
import { bulkFill } from './bulkFill';
import { findDatabases } from './databases';
import { words } from './fill';
import { EMAIL } from './judged';
import { ask, headersOf, startService } from './service';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const ORGANIZATIONS = 100;
const CONNECTIONS = 16;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const CALLS = new RegExp(process.env['BENCH_CALLS'] ?? '');
const QUERIES = 2_000;
const { DATABASE_POOL_SIZE } = process.env;
const POOL: Record<string, string> = DATABASE_POOL_SIZE === undefined ? {} : { DATABASE_POOL_SIZE };
/** The largest organization, and one of the many. */
const ASKED = [1, 20];

const print = (text: string) => process.stdout.write(`${text}\n`);
const started = performance.now();
const say = (step: string) =>
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s: ${step}\n`);

async function fill(url: string, person: Record<string, string>): Promise<string[]> {
  const service = await startService({ DATABASE_URL: url, DEMO_BLOCKS: '0' });
  await ask('GET', `${service.url}/user-info`, person);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The first round of maintenance makes the indexes that a filled database gets while it serves.
    for (;;) {
      const made = await client.query("select to_regclass('memory_blocks_owner_problem_idx') as name");
      if ((made.rows[0] as { name: string | null }).name) break;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    await service.stop();
    const { rows: made } = await client.query<{ id: string }>(
      `with made as (insert into organizations (name) select 'Organization ' || n from generate_series(1, $1::int) as n returning id, name),
         joined as (insert into memberships (organization_id, user_id, role, can_write)
           select made.id, users.id, 'owner', true from made, users where made.name = any($2)),
         accepted as (update users set beta_access_status = 'accepted')
       select id from made`,
      [ORGANIZATIONS, ASKED.map((place) => `Organization ${place}`)],
    );
    const organizations = made.map(({ id }) => id);
    await bulkFill(url, organizations, ROWS, say);
    const sizes = await client.query<{ line: string }>(
      `select string_agg(format('%s %s + %s', relname, pg_size_pretty(pg_table_size(oid)), pg_size_pretty(pg_indexes_size(oid))), ', ') as line
       from pg_class where relname in ('memory_blocks', 'search_documents', 'memory_block_usage', 'search_terms')`,
    );
    print(`Tables + indexes: ${sizes.rows[0]?.line}\n`);
    return organizations;
  } finally {
    await client.end();
  }
}

/** Searches of two and three words; none twice. */
function searches(scope: string): string[] {
  const source = words(2);
  const asked = new Set<string>();
  while (asked.size < QUERIES)
    asked.add(Array.from({ length: 2 + (asked.size % 2) }, source.next).join('%20'));
  return [...asked].map((query) => `/memory-blocks/search/fulltext?limit=12&query=${query}&${scope}`);
}

async function measure(url: string, person: Record<string, string>, organizations: string[]): Promise<void> {
  print(
    '| organization | call | first ms | requests/s | p50 ms | p99 ms | failed | load |\n|---|---|---|---|---|---|---|---|',
  );
  for (const place of ASKED) {
    const scope = `scope=organization&organization_id=${organizations[place - 1]}`;
    const calls: [string, string[]][] = [
      ['list', [`/memory-blocks/?limit=12&${scope}`]],
      ['list, most retrieved', [`/memory-blocks/?limit=12&sort_by=retrieval_count&${scope}`]],
      ['full-text search', searches(scope)],
      ['analytics summary', [`/analytics/summary?${scope}`]],
    ];
    for (const [name, paths] of calls) {
      if (!CALLS.test(name)) continue;
      const load = (duration: number) =>
        autocannon({
          url,
          connections: CONNECTIONS,
          duration,
          headers: person,
          requests: paths.map((path) => ({ method: 'GET', path })),
        });
      const since = performance.now();
      await ask('GET', `${url}${paths[0] ?? ''}`, person);
      const first = performance.now() - since;
      await load(2);
      const { requests, latency, non2xx, errors } = await load(SECONDS);
      print(
        `| ${place} of ${ORGANIZATIONS} | ${name} | ${first.toFixed(0)} | ${requests.average.toFixed(0)} | ${latency.p50} | ${latency.p99} | ${non2xx + errors} | ${loadavg()[0]?.toFixed(0)} |`,
      );
    }
  }
}

async function filled(url: string, person: Record<string, string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id from organizations where name like 'Organization %' order by substring(name from '\\d+')::int`,
    );
    return rows.map(({ id }) => id);
  } catch {
    return fill(url, person);
  } finally {
    await client.end();
  }
}

async function run(url: string): Promise<void> {
  const person = headersOf(EMAIL);
  const organizations = await filled(url, person);
  if (process.env['BENCH_FILL_ONLY']) return;
  const service = await startService({ DATABASE_URL: url, DEMO_BLOCKS: '0', ...POOL });
  try {
    await measure(service.url, person, organizations);
  } finally {
    await service.stop();
  }
}

print(`# ${ROWS} memories of ${ORGANIZATIONS} organizations, ${cpus().length} cores\n`);
const kept = process.env['BENCH_KEPT_DATABASE'];
if (kept) await run(kept);
else {
  const databases = await findDatabases();
  if (!databases) throw new Error('No PostgreSQL: set BENCH_DATABASE_URL, or install one.');
  try {
    await databases.withEmpty(run);
  } finally {
    await databases.stop();
  }
}
