/**
 * Masks secrets in stored requests: queries, jobs, executed suggestions, pinned questions and saved views. New ones are masked when they
 * are stored, in every mode; this covers rows that were stored before their secrets were known.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { maskSecrets, mayHoldSecret } from '../../../platform/secretScanning/replaceSecrets';
import { inWorkspace } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { agentActivity } from '../../../schema/agentActivity';
import { bulkEdits } from '../../../schema/bulkEdits';
import { keywordChanges } from '../../../schema/keywordChanges';
import { memoryBlocks } from '../../../schema/memory';
import { optimizationRuns } from '../../../schema/operations';
import { pinnedQuestions } from '../../../schema/pinnedQuestions';
import { savedViews } from '../../../schema/savedViews';

const JOBS_AT_ONCE = 20;

/** Masks the `value` of rows with a `key` and a `value`, and stores the values that change. */
async function maskRows(
  handle: Handle,
  rows: SQL,
  store: (key: string, value: string) => SQL,
): Promise<void> {
  const found = await handle.execute<{ key: string; value: unknown }>(rows);
  if (!(await mayHoldSecret(found.rows.map(({ value }) => value)))) return;
  for (const { key, value } of found.rows) {
    const masked = JSON.stringify(await maskSecrets(value));
    if (masked !== JSON.stringify(value)) await handle.execute(store(key, masked));
  }
}

/** Masks queries that retrieved memories of the workspace with ids in the given range. */
export async function maskQueries(
  handle: Handle,
  place: Ownership,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const about = sql`memory_block_id in (select id from memory_blocks
    where ${inWorkspace(memoryBlocks, place)} and id between ${first}::uuid and ${last}::uuid)`;
  await maskRows(
    handle,
    sql`select distinct query as key, to_jsonb(query) as value from retrieval_events where query is not null and ${about}`,
    (query, masked) =>
      sql`update retrieval_events set query = ${masked}::jsonb #>> '{}' where query = ${query} and ${about}`,
  );
}

/**
 * Masks the workspace's records other than memories: pinned questions, saved views, keyword changes, undo data of bulk edits, executed
 * suggestions and the activity of agents.
 */
export async function maskRecords(handle: Handle, place: Ownership): Promise<void> {
  await maskRows(
    handle,
    sql`select id as key, to_jsonb(question) as value from pinned_questions where ${inWorkspace(pinnedQuestions, place)}`,
    (id, masked) =>
      sql`update pinned_questions set question = ${masked}::jsonb #>> '{}' where id = ${id}::uuid`,
  );
  await maskRows(
    handle,
    sql`select id as key, parameters as value from saved_views where ${inWorkspace(savedViews, place)}`,
    (id, masked) => sql`update saved_views set parameters = ${masked}::jsonb where id = ${id}::uuid`,
  );
  await maskRows(
    handle,
    sql`select id as key, changes as value from keyword_changes where ${inWorkspace(keywordChanges, place)}`,
    (id, masked) => sql`update keyword_changes set changes = ${masked}::jsonb where id = ${id}::uuid`,
  );
  await maskRows(
    handle,
    sql`select id as key, jsonb_build_array(change, undo) as value from bulk_edits where ${inWorkspace(bulkEdits, place)}`,
    (id, masked) =>
      sql`update bulk_edits set change = ${masked}::jsonb -> 0, undo = ${masked}::jsonb -> 1 where id = ${id}::uuid`,
  );
  await maskRows(
    handle,
    sql`select id as key, jsonb_build_array(suggestion, results) as value from optimization_runs
      where ${inWorkspace(optimizationRuns, place)}`,
    (
      id,
      masked,
    ) => sql`update optimization_runs set suggestion = ${masked}::jsonb -> 0, results = ${masked}::jsonb -> 1
      where id = ${id}::uuid`,
  );
  if (place.visibilityScope === 'public') return;
  const mine =
    place.organizationId === null
      ? sql`${agentActivity.organizationId} is null and ${agentActivity.userId} = ${place.ownerUserId}::uuid`
      : sql`${agentActivity.organizationId} = ${place.organizationId}::uuid`;
  await maskRows(
    handle,
    sql`select distinct query as key, to_jsonb(query) as value from agent_activity where query is not null and ${mine}`,
    (query, masked) =>
      sql`update agent_activity set query = ${masked}::jsonb #>> '{}' where query = ${query} and ${mine}`,
  );
}

/** Condition for jobs of the workspace. For an organization, includes its members' jobs from before jobs stored an organization. */
function selectJobs({ organizationId, ownerUserId }: Ownership): SQL {
  if (organizationId === null)
    return sql`jobs.organization_id is null and jobs.user_id = ${ownerUserId}::uuid`;
  return sql`(jobs.organization_id = ${organizationId}::uuid or jobs.organization_id is null
    and jobs.user_id in (select user_id from memberships where organization_id = ${organizationId}::uuid))`;
}

/** Masks the next batch of the workspace's jobs. @returns the id of the last one as a cursor, or undefined at the end. */
export async function maskNextJobs(
  handle: Handle,
  place: Ownership,
  after: string | undefined,
): Promise<string | undefined> {
  if (place.visibilityScope === 'public') return undefined;
  const { rows } = await handle.execute<{ id: string }>(sql`
    select id from jobs where ${selectJobs(place)} ${after === undefined ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${JOBS_AT_ONCE}`);
  const chosen = sql`${`{${rows.map(({ id }) => id).join(',')}}`}::uuid[]`;
  await maskRows(
    handle,
    sql`select id as key, options as value from jobs where id = any (${chosen})`,
    (id, masked) => sql`update jobs set options = ${masked}::jsonb where id = ${id}::uuid`,
  );
  await maskRows(
    handle,
    sql`select job_id || ' ' || position as key, jsonb_build_array(input, outcome) as value from job_items
      where job_id = any (${chosen})`,
    (key, masked) => {
      const [id, position] = key.split(' ');
      return sql`update job_items set input = ${masked}::jsonb -> 0, outcome = nullif(${masked}::jsonb -> 1, 'null')
        where job_id = ${id}::uuid and position = ${position}::int`;
    },
  );
  return rows.at(-1)?.id;
}
