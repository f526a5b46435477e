/** Imports memory blocks: each statement handles all rows of a request, whatever their number. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { audit } from '../../../platform/database/audits';
import { blockEvent } from './blockWrites';
import { inWorkspace, placeColumns } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { readableAgents, readableBlocks } from '../../../platform/database/readable';
import { addBlocks } from '../../memoryRows';
import { agents, keywords, memoryBlocks } from '../../../schema/memory';

/** Equal texts have equal hashes, ignoring leading and trailing blanks. */
const hashExpression = (text: SQL) => sql`md5(btrim(coalesce(${text}, ''), E' \\t\\n\\r\\f\\x0b'))`;

/** Serializes imports into one workspace, so that none misses what another is storing. */
export async function lockImports(handle: Handle, place: Ownership): Promise<void> {
  const workspace = place.organizationId ?? place.ownerUserId ?? 'public';
  await handle.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${workspace}`}, 0))`);
}

interface Texts {
  content: string;
  lessons_learned?: string | null | undefined;
  errors?: string | null | undefined;
}

/** The texts of a row as one key, and the blocks of the workspace with the same texts, oldest first. */
interface Equals {
  key: string;
  ids: string[];
}

/** The same hash as `hashExpression`. */
const hashText = (text: string | null | undefined) =>
  createHash('md5')
    .update((text ?? '').replace(/^[ \t\n\r\f\v]+|(?<![ \t\n\r\f\v])[ \t\n\r\f\v]+$/g, ''))
    .digest('hex');

/** One result per row, in order. A single list of hashes: whatever the planner knows of the table, it reads no block twice. */
export async function equalBlocks(
  handle: Handle,
  place: Ownership,
  rows: readonly Texts[],
): Promise<Equals[]> {
  const given = rows.map(({ content, lessons_learned, errors }) => {
    const first = hashText(content);
    return { first, key: first + hashText(lessons_learned) + hashText(errors) };
  });
  const hash = (column: string) => hashExpression(sql.raw(`memory_blocks.${column}`));
  const hashes = `{${[...new Set(given.map(({ first }) => first))].join(',')}}`;
  const { rows: found } = await handle.execute<{ key: string; id: string }>(sql`
    select ${hash('content')} || ${hash('lessons_learned')} || ${hash('errors')} as key, id from ${readableBlocks}
    where ${hash('content')} = any(${hashes}::text[]) and ${inWorkspace(memoryBlocks, place)}
    order by created_at, id`);
  const idsOf = new Map<string, string[]>();
  for (const { key, id } of found) idsOf.set(key, [...(idsOf.get(key) ?? []), id]);
  return given.map(({ key }) => ({ key, ids: idsOf.get(key) ?? [] }));
}

/** Agents that rows may name: those of the workspace and the public ones. */
const nameable = (place: Ownership) =>
  sql`(${inWorkspace(agents, place)} or ${agents.visibilityScope} = 'public')`;

/** Ids of agents by name; if a name is ambiguous, the workspace's own wins. */
export async function findAgentIds(
  handle: Handle,
  place: Ownership,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await handle.execute<{ name: string; id: string }>(sql`
    select distinct on (given.name) given.name, agents.id
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as given (name)
    join ${readableAgents} on lower(agents.name) = lower(given.name) and ${nameable(place)}
    order by given.name, (agents.visibility_scope = 'public')`);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** The subset of ids that belong to an agent which rows may name. */
export async function agentsWithIds(
  handle: Handle,
  place: Ownership,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await handle.execute<{ id: string }>(
    sql`select id from ${readableAgents} where id = any(${`{${ids.join(',')}}`}::uuid[]) and ${nameable(place)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A block with its id and all other values. Missing times default to now. */
export type ImportedBlock = Omit<typeof memoryBlocks.$inferInsert, keyof Ownership | 'tenantId'> & {
  id: string;
  keywords: readonly string[];
};

/** Stores blocks with links to their keywords, which must exist, and one audit event each. */
export async function insertBlocks(
  handle: Handle,
  place: Ownership,
  blocks: readonly ImportedBlock[],
  actorUserId: string,
): Promise<void> {
  if (blocks.length === 0) return;
  const scope = placeColumns(place);
  const insertion = handle
    .insert(memoryBlocks)
    .values(blocks.map(({ keywords: _, ...block }) => ({ ...block, ...scope })));
  const links = blocks.flatMap((block) => block.keywords.map((text) => ({ id: block.id, text })));
  await addBlocks(
    handle,
    insertion.getSQL(),
    blocks.map(({ id }) => id),
    scope.tenantId,
    sql`
    select given.id, keywords.id from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given (id uuid, text text)
    join keywords on lower(keywords.text) = lower(given.text) and ${inWorkspace(keywords, place)}`,
  );
  const imported = { imported: true };
  await audit(
    handle,
    ...blocks.map(({ id }) => blockEvent({ id, ...scope }, 'memory_create', actorUserId, imported)),
  );
}
