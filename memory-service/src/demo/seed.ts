/** Writes the demo workspace into an empty database in batches, and starts over after an interrupted attempt. */
import { sql } from 'drizzle-orm';
import { addBlocks } from '../features/memoryRows';
import type { Database, Handle } from '../platform/database/database';
import { storeRetrievals } from '../features/memory';
import { generateActivity, toRetrievals } from './activity';
import { blockSource, keywordId } from './blocks';
import type { GeneratedBlock } from './blocks';
import { organizationHistory, findOwner } from './organizationHistory';
import { idFor } from './random';
import { daysBefore } from './rows';
import type { Row } from './rows';
import { generateDuplicates } from './duplicates';
import { generateSuggestions } from './suggestions';
import {
  agentId,
  DEMO_AGENTS,
  DEMO_ORGANIZATIONS,
  DEMO_PEOPLE,
  homeKey,
  organizationId,
  scopeColumns,
  userId,
} from './workspace';
import { noteTenants } from '../platform/database/tenants';

export interface SeedOptions {
  /** Total number of memory blocks, including those of suggestions and duplicates. */
  blocks: number;
  seed: number;
  /** Ages are relative to this time. */
  now: Date;
  onProgress: (done: number, total: number) => void;
}

const SYSTEM = { kind: 'system' } as const;
const BATCH = 500;
const STATE_KEY = 'demo';
/** Memories with generated activity; enough to show what agents do. */
const WITH_ACTIVITY = 2_000;

/** Tables filled by the demo workspace; truncated together when it starts over, before any request is served. */
const FILLED = sql.raw(
  'agent_activity, notifications, audits, invitations, beta_access_requests, proposals, memory_block_keywords, memory_blocks, keywords, agents, memberships, organizations, users',
);

/** Passes rows as one JSON parameter: parsed with the table's types, and without a limit on parameters. */
function toColumns(table: string, rows: readonly Row[]) {
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(', '));
  return {
    columns,
    source: sql`select ${columns} from jsonb_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(rows)}::jsonb)`,
  };
}

async function insertRows(handle: Handle, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { columns, source } = toColumns(table, rows);
  await handle.execute(sql`insert into ${sql.raw(table)} (${columns}) ${source}`);
}

async function insertPeople(handle: Handle, { seed, now }: SeedOptions): Promise<void> {
  const joined = { created_at: daysBefore(now, 120), updated_at: daysBefore(now, 120) };
  await insertRows(
    handle,
    'users',
    DEMO_PEOPLE.map((person) => ({
      id: userId(seed, person.email),
      email: person.email,
      display_name: person.name,
      is_superadmin: person.isSuperadmin,
      beta_access_status: person.betaAccessStatus,
      ...joined,
    })),
  );
  await insertRows(
    handle,
    'organizations',
    DEMO_ORGANIZATIONS.map(({ key, name, slug, isActive }) => {
      return {
        id: organizationId(seed, key),
        name,
        slug,
        is_active: isActive,
        created_by: userId(seed, findOwner(key).email),
        ...joined,
      };
    }),
  );
  const { memberships, invitations, audits, notifications } = organizationHistory(seed, now);
  await insertRows(handle, 'memberships', memberships);
  await insertRows(handle, 'invitations', invitations);
  await insertRows(handle, 'audits', audits);
  await insertRows(handle, 'notifications', notifications);
  const reviewer = DEMO_PEOPLE.find((person) => person.isBetaAdmin)?.email ?? null;
  await insertRows(
    handle,
    'beta_access_requests',
    DEMO_PEOPLE.map((person, index) => {
      const days = person.betaAccessStatus === 'accepted' ? 110 - index : 2 + index;
      const reviewed = person.betaAccessStatus !== 'pending';
      return {
        id: idFor(seed, `beta:${person.email}`),
        user_id: userId(seed, person.email),
        email: person.email,
        status: person.betaAccessStatus,
        requested_at: daysBefore(now, days),
        reviewed_at: reviewed ? daysBefore(now, days - 0.6) : null,
        reviewer_email: reviewed ? reviewer : null,
      };
    }),
  );
}

async function insertCatalogue(handle: Handle, { seed, now }: SeedOptions): Promise<void> {
  await insertRows(
    handle,
    'agents',
    DEMO_AGENTS.map((agent, index) => ({
      id: agentId(seed, agent.name),
      name: agent.name,
      description: agent.description,
      ...scopeColumns(seed, agent.home),
      created_at: daysBefore(now, 119 - index),
      updated_at: daysBefore(now, 30 - index * 2),
    })),
  );
  const catalogue = new Map<string, Row>();
  for (const agent of DEMO_AGENTS) {
    for (const text of agent.topics.flatMap((topic) => topic.incidents.flatMap(({ keywords }) => keywords))) {
      const row = {
        id: keywordId(seed, agent, text),
        text,
        ...scopeColumns(seed, agent.home),
        created_at: daysBefore(now, 107),
      };
      catalogue.set(`${homeKey(agent.home)}:${text}`, row);
    }
  }
  const rows = [...catalogue.values()];
  await insertRows(handle, 'keywords', rows);
  await noteTenants(
    handle,
    rows.map((row) => ({ id: String(row['id']), tenantId: String(row['tenant_id']) })),
  );
}

async function insertBlocks(handle: Handle, generated: readonly GeneratedBlock[]): Promise<void> {
  for (const tenantId of new Set(generated.map(({ block }) => String(block.tenant_id))))
    await insertOfTenant(
      handle,
      tenantId,
      generated.filter(({ block }) => block.tenant_id === tenantId),
    );
}

async function insertOfTenant(
  handle: Handle,
  tenantId: string,
  generated: readonly GeneratedBlock[],
): Promise<void> {
  const blocks = generated.map(({ block }) => block);
  const links = generated.flatMap(({ block, keywordIds }) =>
    keywordIds.map((id) => ({ memory_block_id: block.id, keyword_id: id })),
  );
  const { columns, source } = toColumns('memory_blocks', blocks);
  await addBlocks(
    handle,
    sql`insert into memory_blocks (${columns}) ${source}`,
    blocks.map(({ id }) => id),
    tenantId,
    links.length > 0 ? toColumns('memory_block_keywords', links).source : undefined,
  );
}

/** Marks the start of seeding. @returns false when the database contains anything else. */
async function startSeeding(database: Database): Promise<boolean> {
  return database.write(SYSTEM, async (handle) => {
    const state = await handle.execute(
      sql`select value from service_state where key = ${STATE_KEY} for update`,
    );
    const interrupted = state.rows[0]?.['value'] === 'writing';
    const people = await handle.execute(sql`select 1 from users limit 1`);
    if (!interrupted && (state.rows.length > 0 || people.rows.length > 0)) return false;
    if (interrupted) await handle.execute(sql`truncate ${FILLED} cascade`);
    await handle.execute(
      sql`insert into service_state (key, value) values (${STATE_KEY}, 'writing') on conflict (key) do nothing`,
    );
    return true;
  });
}

/** Seeds an empty database. @returns false, without changes, for any other database. */
export async function seedDemo(database: Database, options: SeedOptions): Promise<boolean> {
  if (!(await startSeeding(database))) return false;
  const { seed, now, blocks: total, onProgress } = options;
  const suggestions = generateSuggestions(seed, now);
  const originals = [
    ...suggestions.flatMap((suggestion) => suggestion.originals),
    ...generateDuplicates(seed, now),
  ];
  await database.write(SYSTEM, async (handle) => {
    await insertPeople(handle, options);
    await insertCatalogue(handle, options);
    await insertBlocks(handle, originals);
    await insertRows(
      handle,
      'proposals',
      suggestions.map(({ suggestion }) => suggestion),
    );
  });

  const source = blockSource(seed, now);
  const rest = Math.max(0, total - originals.length);
  const recorded: GeneratedBlock[] = [];
  for (let written = 0; written < rest; written += BATCH) {
    const size = Math.min(BATCH, rest - written);
    const batch = Array.from({ length: size }, (_, offset) => source.next(written + offset));
    await database.write(SYSTEM, (handle) => insertBlocks(handle, batch));
    if (recorded.length < WITH_ACTIVITY) recorded.push(...batch);
    onProgress(originals.length + written + size, Math.max(total, originals.length));
  }
  await database.write(SYSTEM, async (handle) => {
    const calls = generateActivity(seed, now, recorded);
    await insertRows(handle, 'agent_activity', calls);
    await storeRetrievals(handle, toRetrievals(calls));
    await handle.execute(sql`update service_state set value = 'complete' where key = ${STATE_KEY}`);
    // The embedded database does not collect statistics automatically, but the planner needs them.
    await handle.execute(sql`analyze`);
  });
  return true;
}
