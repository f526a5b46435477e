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
/** Lock id: two concurrent index builds would deadlock. */
const INDEX_LOCK = 728_311_922;

/** On distributed tables, policies compare the tenant, so an index must include it for an index-only scan. */
const includeTenant = (definition: string): string =>
  isDistributed() ? definition.replace('include (', 'include (tenant_id, ') : definition;

/** Creates missing indexes, then drops those they replace. Returns whether all are usable now. */
export async function ensureIndexes(database: Database, isEmbedded: boolean): Promise<boolean> {
  for (const index of INDEXES) if (!(await ensureIndex(database, isEmbedded, index))) return false;
  const drop = isEmbedded ? 'drop index' : 'drop index concurrently';
  for (const name of RETIRED_INDEXES)
    await database.ask({ name: '', text: `${drop} if exists ${name}`, values: [] });
  return true;
}

/**
 * Creates a missing index; returns whether it is usable now. On a server the build does not block writes; an invalid index left by an
 * interrupted build is dropped first.
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
    // A parameterized statement would keep its snapshot open, and the index build would wait for it.
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
    await run(`create ${kind} concurrently if not exists ${name} ${includeTenant(definition)}`);
    return true;
  });
}
