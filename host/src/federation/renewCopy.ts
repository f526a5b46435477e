/** Replaces a wrong copy of a file in the browser's cache. Files are cached for a year, so one corrupted answer would stay for good. */

const DEADLINE_MS = 4000;

/** Asks the server for the file past the cache; what is wrong with the answer shows when the file is loaded. Never rejects. */
export async function renewCopy(url: string, integrity: string | undefined): Promise<void> {
  // Without a hash nothing can be a wrong copy.
  if (!integrity) return;
  const request = { cache: 'reload', integrity, signal: AbortSignal.timeout(DEADLINE_MS) } as const;
  await fetch(url, request)
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);
}
