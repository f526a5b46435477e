/** Keeps the stream of changes open while a signed-in person looks at the page; until it is open, and after it failed, pages poll. */
import type { Change } from '@hindsight/shared-contracts/api';
import { GATEWAY_STATUSES } from '@hindsight/shared-contracts/api/client';
import type { Live } from './live';
import { readEvents, type StreamEvent } from './readEvents';

/** Waits between tries, in milliseconds; the last one repeats. A service that is away is asked more often than one that refuses. */
const RETRY_WAITS = [1000, 2000, 5000, 15_000, 60_000];
const AWAY_WAITS = RETRY_WAITS.slice(0, -2);
/** Longest time for which the service still knows what a page has missed that has not listened before. */
const MAX_AGE_SECONDS = 300;

interface FollowOptions {
  live: Live;
  /** Asks for the stream after the last event, or from when the page is `age` seconds old. */
  request(after: {
    lastEventId: string | undefined;
    age: number | undefined;
    signal: AbortSignal;
  }): Promise<Response>;
  /** Whether there is someone to follow changes for, on a service that has the stream. */
  isWanted(): boolean;
  /** Calls back when that may have changed; returns how to stop. */
  onWantedChange(listener: () => void): () => void;
  /** Changes, or null when some were missed. */
  onChanges(changes: readonly Change[] | null): void;
  /** The session has ended, as far as the service knows. */
  onUnauthorized(): void;
  /** The service stopped answering, or answers again. */
  onAway(isAway: boolean): void;
  page?: Document;
}

/** Starts following; returns how to stop. */
export function followChanges(options: FollowOptions): () => void {
  const { live, page = document } = options;
  let lastId: string | undefined;
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isAway = false;

  function setAway(now: boolean): void {
    if (now === isAway) return;
    isAway = now;
    options.onAway(now);
  }

  function take({ id, kind, changes }: StreamEvent): void {
    failures = 0;
    lastId = id ?? lastId;
    live.isOpen.set(true);
    if (kind === 'reset') options.onChanges(null);
    else if (changes.length > 0) options.onChanges(changes);
  }

  async function follow(signal: AbortSignal): Promise<void> {
    // What the page has loaded so far is as old as the page.
    const age = Math.ceil(performance.now() / 1000);
    const isFirst = lastId === undefined;
    const isTooOld = isFirst && age > MAX_AGE_SECONDS;
    const response = await options
      .request({
        lastEventId: lastId,
        age: isFirst && !isTooOld ? age : undefined,
        signal,
      })
      .catch((error: unknown) => {
        // A browser that is offline says so itself.
        if (!signal.aborted) setAway(navigator.onLine);
        throw error;
      });
    if (!signal.aborted) setAway(GATEWAY_STATUSES.includes(response.status));
    if (response.status === 401) options.onUnauthorized();
    if (!response.ok || !response.body)
      throw new Error(`The stream of changes was refused: ${response.status}.`);
    if (isTooOld) options.onChanges(null);
    await readEvents(response.body, take);
  }

  function open(): void {
    clearTimeout(timer);
    const { signal } = (current = new AbortController());
    // Counts as a failure until the first event.
    failures += 1;
    const again = () => {
      if (signal.aborted) return;
      current = null;
      if (failures === 0) return update();
      live.isOpen.set(false);
      const waits = isAway ? AWAY_WAITS : RETRY_WAITS;
      timer = setTimeout(update, waits[Math.min(failures, waits.length) - 1]);
    };
    // What a refusal means for a page is said where its own requests fail.
    follow(signal).then(again, () => {
      failures = Math.max(failures, 1);
      again();
    });
  }

  function close(): void {
    clearTimeout(timer);
    current?.abort();
    current = null;
    failures = 0;
    live.isOpen.set(false);
  }

  function update(): void {
    const isWanted = page.visibilityState === 'visible' && options.isWanted();
    if (!isWanted) close();
    else if (!current) open();
  }

  const onVisible = () => {
    failures = 0;
    update();
  };
  page.addEventListener('visibilitychange', onVisible);
  const unwatch = options.onWantedChange(update);
  update();
  return () => {
    page.removeEventListener('visibilitychange', onVisible);
    unwatch();
    close();
  };
}
