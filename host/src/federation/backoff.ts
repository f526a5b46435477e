/** How often and how fast a failed load is tried again. */

export const ATTEMPTS = 3;
/** Milliseconds that one try may take. */
export const TRY_DEADLINE_MS = 4000;
/** Milliseconds for everything: the tries, the pauses and the remote's own first chunk. */
export const TOTAL_DEADLINE_MS = 14_000;

/** Pause before try `n` (1 is the first repetition): 200 ms doubled each time, with up to half of it as jitter. */
export function backoff(n: number, random: () => number = Math.random): number {
  const base = 200 * 2 ** (n - 1);
  return base + Math.round(random() * (base / 2));
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
