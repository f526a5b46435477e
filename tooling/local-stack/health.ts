/** Waits until a part answers its health check. */

const PAUSE_MS = 40;
const ONE_TRY_MS = 2000;

/**
 * @param gone resolves when the part has ended, with how; waiting longer would be in vain.
 * @throws Error with one sentence when it ends or does not answer in time.
 */
export async function waitHealthy(
  label: string,
  url: string,
  gone: Promise<string>,
  timeoutMs: number,
): Promise<void> {
  let ended: string | null = null;
  void gone.then((how) => (ended = how));
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (ended !== null) throw new Error(`${label} ${ended} before it answered.`);
    const healthy = await fetch(url, { signal: AbortSignal.timeout(ONE_TRY_MS) }).then(
      (response) => response.ok,
      () => false, // Not listening yet: the reason for waiting.
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`${label} did not answer ${url} within ${Math.round(timeoutMs / 1000)} s.`);
}
