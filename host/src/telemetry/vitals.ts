/** Web vitals of the page, attributed to the release on screen. */

/** Last largest contentful paint and worst interaction (milliseconds), and largest burst of layout shifts. */
export interface Vitals {
  lcp?: number;
  inp?: number;
  cls?: number;
}

interface Entry extends PerformanceEntry {
  /** Set on events of an interaction. */
  interactionId?: number;
  /** Set on layout shifts. */
  value?: number;
  hadRecentInput?: boolean;
}

/** Shifts form one burst while they are less than a second apart, for at most five seconds. */
const BURST_GAP_MS = 1000;
const BURST_MS = 5000;
/** Duration threshold in milliseconds, below which the browser reports no events. */
const MIN_EVENT_MS = 40;

/** @param ownerNow returns the vitals of the release on screen; null when the page is not a remote's. */
export function createVitals(ownerNow: () => Vitals | null) {
  /** Owner of the paint: later pages have no largest contentful paint. */
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

/** Starts observing; returns a stop function. */
export function observeVitals({ note }: ReturnType<typeof createVitals>): () => void {
  if (!('PerformanceObserver' in window)) return () => undefined;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  // Browsers ignore unknown entry types.
  for (const type of ['largest-contentful-paint', 'layout-shift', 'event'])
    observer.observe({ type, buffered: true, durationThreshold: MIN_EVENT_MS } as PerformanceObserverInit);
  return () => observer.disconnect();
}
