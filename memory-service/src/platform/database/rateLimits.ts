/** Rate limits across processes: a database counter for each key and window. */
import { sql } from 'drizzle-orm';
import type { Handle } from './database';

export interface RateLimit {
  /** Hits allowed within one window. */
  hits: number;
  windowSeconds: number;
}

/** Counts one hit. Returns 0 when within the limit, else the seconds until the window ends. */
export async function countHit(handle: Handle, key: string, limit: RateLimit): Promise<number> {
  const window = sql`make_interval(secs => ${limit.windowSeconds})`;
  const { rows } = await handle.execute<{ hits: number; left: number }>(sql`
    insert into rate_counters as counter (key, window_start, hits) values (${key}, now(), 1)
    on conflict (key) do update set
      hits = case when counter.window_start + ${window} <= now() then 1 else counter.hits + 1 end,
      window_start = case when counter.window_start + ${window} <= now() then now() else counter.window_start end
    returning hits, ceil(extract(epoch from window_start + ${window} - now()))::int as left`);
  const [counter] = rows;
  return counter && counter.hits > limit.hits ? Math.max(1, counter.left) : 0;
}

/** Deletes counters of windows that ended long ago. */
export async function forgetOldCounters(handle: Handle): Promise<void> {
  await handle.execute(sql`delete from rate_counters where window_start < now() - interval '2 days'`);
}
