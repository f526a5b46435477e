/** Does something for each of many, a few at a time; one that fails stops none of the others. */

/** Calls under way at the same time. */
export const AT_ONCE = 4;

export interface FailedOne {
  id: string;
  error: unknown;
}

/** Resolves with those that failed, in the order of the ids. `onDone` is told after each how many are finished. */
export async function eachOf(
  ids: readonly string[],
  work: (id: string, index: number) => Promise<void>,
  onDone: (done: number) => void = () => undefined,
): Promise<FailedOne[]> {
  const failed = new Map<string, unknown>();
  let next = 0;
  let done = 0;
  const line = async () => {
    while (next < ids.length) {
      const index = next;
      next += 1;
      const id = ids[index] ?? '';
      await work(id, index).catch((error: unknown) => failed.set(id, error));
      done += 1;
      onDone(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, line));
  return ids.flatMap((id) => (failed.has(id) ? [{ id, error: failed.get(id) }] : []));
}
