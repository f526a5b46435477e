/** Per-process rate limit for each caller: a token bucket. Limits across processes are in storage. */

/** Maximum number of tracked callers; those idle the longest are dropped first. */
const MAX_CALLERS = 10_000;
/** Burst size in seconds of requests. */
const BURST_SECONDS = 2;

interface Bucket {
  left: number;
  at: number;
}

/** Returns for each request 0 or the seconds until the next one is allowed. `perSecond` 0 means no limit. */
export function createRateLimit(perSecond: number, now: () => number = Date.now): (caller: string) => number {
  const buckets = new Map<string, Bucket>();
  const size = perSecond * BURST_SECONDS;
  return (caller) => {
    if (perSecond === 0) return 0;
    const time = now();
    const known = buckets.get(caller) ?? { left: size, at: time };
    const left = Math.min(size, known.left + ((time - known.at) / 1000) * perSecond);
    buckets.delete(caller);
    buckets.set(caller, { left: Math.max(0, left - 1), at: time });
    if (buckets.size > MAX_CALLERS) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond));
  };
}
