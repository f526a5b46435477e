/** Last record of the program that watches a store. */
import * as z from 'zod/mini';
import type { Store } from '../store';

/** File of the watch's last observations. Its name starts with a dot, so that our servers never send it to browsers. */
export const WATCH_KEY = '.watch.json';
const vital = z.nullable(z.object({ p75: z.number(), people: z.number() }));
const Watch = z.object({
  /** Unique id of the watching program. */
  by: z.string(),
  at: z.string(),
  /** Id of its signing key. */
  key: z.optional(z.string()),
  releases: z.array(
    z.object({
      remote: z.string(),
      version: z.string(),
      people: z.number(),
      failing: z.number(),
      surelyFailing: z.number(),
      loads: z.number(),
      failures: z.number(),
      // Absent in files of an earlier version.
      reason: z._default(z.nullable(z.string()), null),
      last: z._default(z.nullable(z.number()), null),
      longTasks: z.number(),
      lcp: vital,
      inp: vital,
      cls: vital,
    }),
  ),
  /** Verdict on each automatic canary, by remote. */
  canaries: z.record(z.string(), z.string()),
});
export type Watch = z.infer<typeof Watch>;

/** Null when nothing watches the store yet, or the file is unreadable. */
export async function readWatch(store: Store): Promise<(Watch & { tag: string }) | null> {
  const file = await store.read(WATCH_KEY);
  if (!file) return null;
  try {
    return { ...Watch.parse(JSON.parse(file.bytes.toString('utf8'))), tag: file.tag };
  } catch {
    return { by: '', at: new Date(0).toISOString(), releases: [], canaries: {}, tag: file.tag };
  }
}
