/** Runs one call with a signal of its own that follows another, and leaves no listener on the other one behind. */
export async function withLinkedSignal<T>(
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const abort = () => inner.abort();
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  try {
    return await work(inner.signal);
  } finally {
    outer?.removeEventListener('abort', abort);
  }
}
