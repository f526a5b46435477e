/** Builds the indexes that migrations leave out. */
import type { Database } from './database';
import { INDEXES, RETIRED_INDEXES } from '../../schema/indexes';
import type { DeferredIndex } from '../../schema/indexes';

interface State {
  valid: boolean;
  underWay: boolean;
}

/** Creates missing indexes, then drops those that they replace. */
export async function ensureIndexes(database: Database, isEmbedded: boolean): Promise<void> {
  for (const index of INDEXES) await ensureIndex(database, isEmbedded, index);
  const drop = isEmbedded ? 'drop index' : 'drop index concurrently';
  for (const name of RETIRED_INDEXES)
    await database.ask({ name: '', text: `${drop} if exists ${name}`, values: [] });
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
  const [state] = await database.ask<State>({
    name: '',
    text: `select indisvalid as valid,
        exists (select 1 from pg_stat_progress_create_index where index_relid = indexrelid) as "underWay"
      from pg_index where indexrelid = to_regclass($1)`,
    values: [name],
  });
  if (state?.valid === true || state?.underWay === true) return state.valid;
  if (state) await run(`drop index concurrently if exists ${name}`);
  await run(`create ${kind} concurrently if not exists ${name} ${definition}`);
  return true;
}
