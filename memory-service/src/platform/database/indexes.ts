/** Builds the indexes that migrations leave out. */
import { sql } from 'drizzle-orm';
import type { Database } from './database';
import { INDEXES, RETIRED_INDEXES } from '../../schema/indexes';
import type { DeferredIndex } from '../../schema/indexes';
import { isDistributed } from './distribution';

interface State {
  valid: boolean;
  underWay: boolean;
}

const SYSTEM = { kind: 'system' } as const;
/** Two that build at the same time wait for each other. */
const INDEX_LOCK = 728_311_922;

/** Where tables are distributed, policies compare the tenant, which an index has to hold so that no row is read for them. */
const holdTenant = (definition: string): string =>
  isDistributed() ? definition.replace('include (', 'include (tenant_id, ') : definition;

/** Creates missing indexes, then drops those that they replace. Answers whether all can be used now. */
export async function ensureIndexes(database: Database, isEmbedded: boolean): Promise<boolean> {
  for (const index of INDEXES) if (!(await ensureIndex(database, isEmbedded, index))) return false;
  const drop = isEmbedded ? 'drop index' : 'drop index concurrently';
  for (const name of RETIRED_INDEXES)
    await database.ask({ name: '', text: `${drop} if exists ${name}`, values: [] });
  return true;
}

/**
 * Creates an index that is missing; answers whether it can be used now. On a server writes continue; an interrupted build leaves an invalid
 * index, which is dropped first.
 */
export async function ensureIndex(
  database: Database,
  isEmbedded: boolean,
  { name, isUnique, definition }: DeferredIndex,
): Promise<boolean> {
  const kind = isUnique ? 'unique index' : 'index';
  const run = (text: string) => database.ask({ name: '', text, values: [] });
  if (isEmbedded) {
    await run(`create ${kind} if not exists ${name} ${definition}`);
    return true;
  }
  return database.write(SYSTEM, async (handle) => {
    // A statement with parameters would keep its snapshot open, and the build would wait for that.
    const lock = sql.raw(`select pg_try_advisory_xact_lock(${INDEX_LOCK}) as mine`);
    const { rows } = await handle.execute<{ mine: boolean }>(lock);
    const [state] = await database.ask<State>({
      name: '',
      text: `select indisvalid as valid,
          exists (select 1 from pg_stat_progress_create_index where index_relid = indexrelid) as "underWay"
        from pg_index where indexrelid = to_regclass($1)`,
      values: [name],
    });
    if (state?.valid === true || state?.underWay === true || rows[0]?.mine !== true)
      return state?.valid === true;
    if (state) await run(`drop index concurrently if exists ${name}`);
    await run(`create ${kind} concurrently if not exists ${name} ${holdTenant(definition)}`);
    return true;
  });
}
