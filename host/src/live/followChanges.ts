/** Keeps the stream of changes open while a signed-in person looks at the page; until it is open, and after it failed, pages poll. */
import type { Change } from '@hindsight/shared-contracts/api';
import type { Live } from './live';
import { readEvents, type StreamEvent } from './readEvents';

/** Waits between tries, in milliseconds; the last one repeats. */
const RETRY_WAITS = [1000, 2000, 5000, 15_000, 60_000];
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
  page?: Document;
}

/** Starts following; returns how to stop. */
export function followChanges(options: FollowOptions): () => void {
  const { live, page = document } = options;
  let lastId: string | undefined;
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

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
    const response = await options.request({
      lastEventId: lastId,
      age: isFirst && !isTooOld ? age : undefined,
      signal,
    });
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
      timer = setTimeout(update, RETRY_WAITS[Math.min(failures, RETRY_WAITS.length) - 1]);
    };
    // Polling says to the person what does not work, so a failure needs no words here.
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
