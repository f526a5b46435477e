/** What the program that watches a store wrote there last. */
import * as z from 'zod/mini';
import type { Store } from '../store';

/** What the watch saw last. Its name has a dot, so that no server of ours sends it to browsers. */
export const WATCH_KEY = '.watch.json';
const vital = z.nullable(z.object({ p75: z.number(), people: z.number() }));
const Watch = z.object({
  /** Mark of the program that watches. */
  by: z.string(),
  at: z.string(),
  /** Id of the key that it signs with. */
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
      // Absent in what an earlier version of the watch wrote.
      reason: z._default(z.nullable(z.string()), null),
      last: z._default(z.nullable(z.number()), null),
      longTasks: z.number(),
      lcp: vital,
      inp: vital,
      cls: vital,
    }),
  ),
  /** What was said of each automatic canary, by remote. */
  canaries: z.record(z.string(), z.string()),
});
export type Watch = z.infer<typeof Watch>;

/** Null when nothing watches the store yet, or what is written there cannot be read. */
export async function readWatch(store: Store): Promise<(Watch & { tag: string }) | null> {
  const file = await store.read(WATCH_KEY);
  if (!file) return null;
  try {
    return { ...Watch.parse(JSON.parse(file.bytes.toString('utf8'))), tag: file.tag };
  } catch {
    return { by: '', at: new Date(0).toISOString(), releases: [], canaries: {}, tag: file.tag };
  }
}
