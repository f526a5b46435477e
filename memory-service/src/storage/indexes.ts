/** Indexes that a filled database gets while it goes on serving: building one within a migration would hold up every write. */
import type { Database } from './database';

interface LateIndex {
  name: string;
  definition: string;
}

/** All that the summary and the counts of keywords ask of an organization's blocks, the wall's columns included. */
export const SUMMARY_INDEX: LateIndex = {
  name: 'memory_blocks_organization_summary_idx',
  definition: `on memory_blocks (organization_id, conversation_id, created_at) include (id, visibility_scope, owner_user_id)
    where not archived and organization_id is not null`,
};

const INDEXES: readonly LateIndex[] = [SUMMARY_INDEX];

interface State {
  valid: boolean;
  underWay: boolean;
}

/** Makes the indexes that are missing. On a server writers go on; a build that was cut off leaves a useless one, which goes first. */
export async function keepIndexes(database: Database, isEmbedded: boolean): Promise<void> {
  const run = (text: string) => database.ask({ name: '', text, values: [] });
  for (const { name, definition } of INDEXES) {
    if (isEmbedded) {
      await run(`create index if not exists ${name} ${definition}`);
      continue;
    }
    const [state] = await database.ask<State>({
      name: '',
      text: `select indisvalid as valid,
          exists (select 1 from pg_stat_progress_create_index where index_relid = indexrelid) as "underWay"
        from pg_index where indexrelid = to_regclass($1)`,
      values: [name],
    });
    if (state?.valid === true || state?.underWay === true) continue;
    if (state) await run(`drop index concurrently if exists ${name}`);
    await run(`create index concurrently if not exists ${name} ${definition}`);
  }
}
