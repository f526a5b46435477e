/** A limit on requests of one caller to one process: a bucket that refills steadily. Limits across processes are in storage. */

/** Callers that are remembered at most; the longest idle ones are forgotten first. */
const MAX_CALLERS = 10_000;
/** Seconds of requests that may come at once. */
const BURST_SECONDS = 2;

interface Bucket {
  left: number;
  at: number;
}

/** Answers, for each request, 0 or the seconds until the next one is let through. `perSecond` 0 means no limit. */
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
