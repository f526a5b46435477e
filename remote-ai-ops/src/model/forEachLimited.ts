/** Processes many items with limited concurrency; a failure does not stop the others. */

export const MAX_CONCURRENT = 4;

interface FailedItem {
  id: string;
  error: unknown;
}

/** @param onProgress receives the number of finished items after each one. @returns the failed items, in the order of the ids. */
export async function forEachLimited(
  ids: readonly string[],
  work: (id: string, index: number) => Promise<void>,
  onProgress: (done: number) => void = () => undefined,
): Promise<FailedItem[]> {
  const failed = new Map<string, unknown>();
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < ids.length) {
      const index = next;
      next += 1;
      const id = ids[index] ?? '';
      await work(id, index).catch((error: unknown) => failed.set(id, error));
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, ids.length) }, worker));
  return ids.flatMap((id) => (failed.has(id) ? [{ id, error: failed.get(id) }] : []));
}
