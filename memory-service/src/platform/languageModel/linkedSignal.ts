/** Runs a call with a separate signal that follows another, without leaving a listener on the other. */
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
