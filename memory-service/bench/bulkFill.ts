/**
 * Fills PostgreSQL with millions of memories of many organizations inside the database: triggers do not run, and what they keep is made in
 * bulk afterwards. Texts are some thousands that repeat, with the word frequencies of `fill.ts`; each memory has its own id and moment.
 */
import pg from 'pg';
import { COMMON_WORD, words } from './fill';

const TEXTS = 5_000;
const BATCH = 250_000;
const AGENTS = 4;
const FILLED = [
  'memory_blocks',
  'search_documents',
  'memory_block_usage',
  'retrieval_events',
  'search_terms',
];
/** One memory in so many has a logged retrieval. */
const RETRIEVED = 4;

function texts() {
  const source = words(1);
  const some = (length: number) => Array.from({ length }, source.next).join(' ');
  return Array.from({ length: TEXTS }, () => ({
    content: `${some(8)}. ${source.chance() < 0.5 ? COMMON_WORD : ''} ${some(60)}`,
    lesson: some(12),
  }));
}

/** The organizations by size: the n-th is n times smaller than the first. */
const PREPARE = `
  create unlogged table bench_texts as select place::int - 1 as place, text.content, text.lesson,
      ts_delete(hindsight_document('00000000-0000-0000-0000-000000000000', text.content, text.lesson, null, null), '@00000000-0000-0000-0000-000000000000') as words
    from rows from (jsonb_to_recordset($1::jsonb) as (content text, lesson text)) with ordinality as text(content, lesson, place)`;
const TENANTS = `
  create unlogged table bench_tenants as select id, int8range(coalesce(lag(upto) over (order by place), 0), upto) as numbers
    from (select id, place, (sum(1.0 / place) over (order by place) / sum(1.0 / place) over () * $1)::bigint as upto
      from unnest($2::uuid[]) with ordinality as given (id, place)) as sized`;
const AGENTS_OF = `
  insert into agents (id, name, visibility_scope, organization_id, tenant_id)
  select md5(id::text || n)::uuid, 'Agent ' || n, 'organization', id, id from bench_tenants, generate_series(0, ${AGENTS - 1}) as n`;
/** The n-th memory: every statement makes the same id, agent and moment of it. */
const NUMBERED = `
  (select n, md5('memory ' || n)::uuid as id, tenant.id as tenant, md5(tenant.id::text || n % ${AGENTS})::uuid as agent,
    md5('conversation ' || n / 20)::uuid as conversation, now() - ($2 - n) * interval '4 seconds' as at, text.content, text.lesson, text.words
  from bench_tenants as tenant
  cross join generate_series(greatest($1, lower(tenant.numbers)), least($1::bigint + ${BATCH}, $2::bigint, upper(tenant.numbers)) - 1) as n
  join bench_texts as text on place = (n * 7919) % ${TEXTS}) as made`;
const ROWS = [
  `insert into memory_blocks (id, agent_id, conversation_id, content, lessons_learned, feedback_score, retrieval_count, origin, visibility_scope, organization_id, tenant_id, created_at, updated_at)
   select id, agent, conversation, content, lesson, case when n % 3 = 0 then n % 101 end, case when n % ${RETRIEVED} = 0 then 1 else 0 end, 'agent', 'organization', tenant, tenant, at, at from ${NUMBERED}`,
  `insert into search_documents (memory_block_id, tenant_id, agent_id, conversation_id, archived, created_at, length, words)
   select id, tenant, agent, conversation, false, at, length(words), words || array_to_tsvector(array['@' || tenant]) from ${NUMBERED}`,
  `insert into memory_block_usage (memory_block_id, tenant_id, archived, retrieval_count, last_retrieved_at)
   select id, tenant, false, case when n % ${RETRIEVED} = 0 then 1 else 0 end, case when n % ${RETRIEVED} = 0 then at end from ${NUMBERED}`,
  `insert into retrieval_events (memory_block_id, tenant_id, user_id, token_id, token_name, kind, query, rank, created_at)
   select id, tenant, (select id from users limit 1), agent, 'bench', 'search', 'deploy', 1, at from ${NUMBERED} where n % ${RETRIEVED} = 0`,
];
const TOTALS = [
  `insert into search_terms (tenant_id, term, documents, length)
   with used as (select tenant.id as tenant_id, (n * 7919) % ${TEXTS} as place, count(*) as times
     from bench_tenants as tenant, generate_series(lower(tenant.numbers), upper(tenant.numbers) - 1) as n group by 1, 2)
   select tenant_id, lexeme collate "C", sum(times), 0 from used join bench_texts using (place), unnest(words) group by 1, 2
   union all select tenant_id, '', sum(times), sum(times * length(words)) from used join bench_texts using (place) group by 1`,
  `insert into workspace_tallies (visibility_scope, organization_id, tenant_id, agent_id, active, retrievals, feedback, rated, high, medium, changes)
   select 'organization', organization_id, organization_id, agent_id, count(*), sum(retrieval_count), coalesce(sum(feedback_score), 0), count(feedback_score),
     count(*) filter (where feedback_score >= 70), count(*) filter (where feedback_score between 40 and 69), count(*)
   from memory_blocks group by organization_id, agent_id`,
];

interface Index {
  name: string;
  definition: string;
}

/** The indexes of the filled tables: that of the words beside the many small ones, then that of the trigrams, which takes longest. */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index join pg_class on pg_class.oid = indrelid
  where relname = any ($1) and relkind = 'r' and not indisprimary
  order by indexrelid = 'memory_blocks_search_text_idx'::regclass, indexrelid <> 'search_documents_words_idx'::regclass, 1`;
const SETTINGS = `
  set session_replication_role = replica; set synchronous_commit = off; set jit = off; set maintenance_work_mem = '2GB'; set work_mem = '256MB';
  set max_parallel_maintenance_workers = 0`;

/** Does the work with all the clients, each taking what comes next. */
async function share<T>(
  clients: readonly pg.Client[],
  work: readonly T[],
  step: (client: pg.Client, part: T) => Promise<void>,
) {
  const waiting = [...work];
  const next = async (client: pg.Client) => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await step(client, part);
  };
  await Promise.all(clients.map(next));
}

/**
 * Fills the database with `rows` memories of these organizations, the largest first; `say` is told what was done. Two connections share the
 * rows, and then the indexes.
 */
export async function bulkFill(
  url: string,
  organizations: readonly string[],
  rows: number,
  say: (step: string) => void,
): Promise<void> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString: url }));
  try {
    for (const client of clients) {
      await client.connect();
      await client.query(SETTINGS);
    }
    await fillWith(clients, organizations, rows, say);
  } finally {
    for (const client of clients) await client.end();
  }
}

async function fillWith(
  clients: readonly pg.Client[],
  organizations: readonly string[],
  rows: number,
  say: (step: string) => void,
): Promise<void> {
  const [client] = clients as [pg.Client];
  await client.query(PREPARE, [JSON.stringify(texts())]);
  await client.query(TENANTS, [rows, organizations]);
  await client.query('create index on bench_texts (place)');
  await client.query('analyze bench_texts, bench_tenants');
  await client.query(AGENTS_OF);
  const { rows: indexes } = await client.query<Index>(INDEXES, [FILLED]);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const batches = Array.from({ length: Math.ceil(rows / BATCH) }, (_, place) => place * BATCH);
  await share(clients, batches, async (connection, from) => {
    for (const statement of ROWS) await connection.query(statement, [from, rows]);
    say(`rows from ${from}`);
  });
  await share(clients, TOTALS, async (connection, statement) => {
    await connection.query(statement);
  });
  say('totals');
  await share(clients, [...FILLED, 'workspace_tallies'], async (connection, table) => {
    await connection.query(`vacuum (analyze) ${table}`);
    say(`vacuum of ${table}`);
  });
  await share(clients, indexes, async (connection, { name, definition }) => {
    await connection.query(definition);
    say(name);
  });
  await client.query('drop table bench_texts, bench_tenants');
}
