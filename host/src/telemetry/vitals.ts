/** Web vitals of the page, for the release that is on the screen. */

/** The last largest contentful paint, the worst interaction (milliseconds), and the largest burst of layout shifts. */
export interface Vitals {
  lcp?: number;
  inp?: number;
  cls?: number;
}

interface Entry extends PerformanceEntry {
  /** Of an event that belongs to an interaction. */
  interactionId?: number;
  /** Of a layout shift. */
  value?: number;
  hadRecentInput?: boolean;
}

/** Shifts are one burst while they follow each other within a second, for at most five. */
const BURST_GAP_MS = 1000;
const BURST_MS = 5000;
/** Events below this many milliseconds are not reported by the browser. */
const MIN_EVENT_MS = 40;

/** @param ownerNow vitals of the release on the screen now; null where it is no remote's page. */
export function createVitals(ownerNow: () => Vitals | null) {
  /** Of the first page alone: later pages have no paint of their own. */
  const first = ownerNow();
  let burst = { began: 0, last: 0, sum: 0 };

  function noteShift({ startTime, value = 0 }: Entry): void {
    const goesOn = startTime - burst.last < BURST_GAP_MS && startTime - burst.began < BURST_MS;
    burst = goesOn
      ? { ...burst, last: startTime, sum: burst.sum + value }
      : { began: startTime, last: startTime, sum: value };
    const owner = ownerNow();
    if (owner) owner.cls = Math.max(owner.cls ?? 0, burst.sum);
  }

  return {
    note(entry: Entry): void {
      const owner = ownerNow();
      if (entry.entryType === 'largest-contentful-paint' && first) first.lcp = Math.round(entry.startTime);
      if (entry.entryType === 'layout-shift' && !entry.hadRecentInput) noteShift(entry);
      if (entry.entryType === 'event' && entry.interactionId && owner)
        owner.inp = Math.max(owner.inp ?? 0, Math.round(entry.duration));
    },
  };
}

/** Follows what the browser measures; returns how to stop. */
export function observeVitals({ note }: ReturnType<typeof createVitals>): () => void {
  if (!('PerformanceObserver' in window)) return () => undefined;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  // Browsers ignore the types that they do not know.
  for (const type of ['largest-contentful-paint', 'layout-shift', 'event'])
    observer.observe({ type, buffered: true, durationThreshold: MIN_EVENT_MS } as PerformanceObserverInit);
  return () => observer.disconnect();
}
