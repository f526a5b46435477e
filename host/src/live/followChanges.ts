/**
 * Follows the change stream while a signed-in user looks at the page, with one stream for all tabs of a browser. Before it opens and after
 * it fails, pages poll.
 */
import type { Change } from '@hindsight/shared-contracts/api';
import { GATEWAY_STATUSES } from '@hindsight/shared-contracts/api/client';
import type { Live } from './live';
import { readEvents } from './readEvents';
import type { StreamEvent } from './readEvents';

type TabMessage =
  /** A new tab requests the current state. */
  | { kind: 'joined' }
  /** State of the stream, from the leading tab, which holds it. */
  | { kind: 'state'; isOpen: boolean; isAway: boolean }
  | { kind: 'event'; event: StreamEvent };

interface Member {
  /** Leaves the group of tabs when aborted. */
  signal: AbortSignal;
  /** Called when this tab becomes the leader, which holds the stream. */
  lead(): void;
  hear(message: TabMessage): void;
}

/**
 * Joins the user's tabs and returns a function that broadcasts to them. Without locks (insecure origin) each tab leads itself.
 * @param name the same in all tabs of a user.
 */
function joinTabs(name: string, { signal, lead, hear }: Member): (message: TabMessage) => void {
  if (!('locks' in navigator) || typeof BroadcastChannel !== 'function') {
    lead();
    return () => undefined;
  }
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => hear(data);
  const left = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => {
      channel.close();
      resolve();
    }),
  );
  const leadUntilLeft = () => {
    lead();
    return left;
  };
  // The browser passes the lock on when a tab leaves, closes or crashes.
  navigator.locks.request(name, { signal }, leadUntilLeft).catch(() => {
    // Where locks are forbidden, as in some private windows, the tab leads itself.
    if (!signal.aborted) lead();
  });
  return (message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
}

/**
 * Back-off between attempts in milliseconds; the last delay repeats. A service that is away is retried more often than one that refuses.
 */
const RETRY_WAITS = [1000, 2000, 5000, 15_000, 60_000];
const AWAY_WAITS = RETRY_WAITS.slice(0, -2);
/** Maximum page age for which the service can still tell a new listener which changes it missed. */
const MAX_AGE_SECONDS = 300;

interface FollowOptions {
  live: Live;
  /** Requests the stream after the last event, or from the time when the page was loaded, `age` seconds ago. */
  request(after: {
    lastEventId: string | undefined;
    age: number | undefined;
    signal: AbortSignal;
  }): Promise<Response>;
  /** Id of the user to follow changes for; null without one, or on a service that has no stream. */
  person(): string | null;
  /** Subscribes to possible changes of that; returns the unsubscribe function. */
  onPersonChange(listener: () => void): () => void;
  /** Receives changes, or null when some were missed. @param isEarlier whether they may predate the data that the page has loaded. */
  onChanges(changes: readonly Change[] | null, isEarlier: boolean): void;
  /** The service reports that the session has ended. */
  onUnauthorized(): void;
  /** The service stopped responding, or responds again. */
  onAway(isAway: boolean): void;
  page?: Document;
}

/** Starts following; returns a stop function. */
export function followChanges(options: FollowOptions): () => void {
  const { live, page = document } = options;
  let lastId: string | undefined;
  let following: { person: string; stop: AbortController } | null = null;
  let isAway = false;

  function setAway(now: boolean): void {
    if (now === isAway) return;
    isAway = now;
    options.onAway(now);
  }

  function apply({ kind, changes }: StreamEvent, isEarlier = false): void {
    if (kind === 'reset') options.onChanges(null, isEarlier);
    else if (changes.length > 0) options.onChanges(changes, isEarlier);
  }

  /** Reads one stream, which begins with missed changes. */
  async function connect(
    signal: AbortSignal,
    onEvent: (event: StreamEvent, isEarlier: boolean) => void,
  ): Promise<void> {
    // The loaded data may be as old as the page.
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
        // An offline browser shows its own notice.
        if (!signal.aborted) setAway(navigator.onLine);
        throw error;
      });
    if (!signal.aborted) setAway(GATEWAY_STATUSES.includes(response.status));
    if (response.status === 401) options.onUnauthorized();
    if (!response.ok || !response.body)
      throw new Error(`The change stream request failed with status ${response.status}.`);
    if (isTooOld) options.onChanges(null, true);
    let isEarlier = isFirst;
    await readEvents(response.body, (event) => {
      onEvent(event, isEarlier);
      isEarlier = false;
    });
  }

  function open(person: string): void {
    const stop = new AbortController();
    const { signal } = stop;
    following = { person, stop };
    let failures = 0;
    let isLeading = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    signal.addEventListener('abort', () => clearTimeout(timer));
    /** Whether this tab has received everything that the leader has. */
    let isCaughtUp = false;
    let isCatchingUp = false;

    const postState = () => post({ kind: 'state', isOpen: live.isOpen.get(), isAway });

    function becomeLeader(): void {
      if (signal.aborted) return;
      isLeading = true;
      // Counts as a failure until the first event arrives.
      failures += 1;
      const reconnect = () => {
        if (signal.aborted) return;
        if (failures === 0) return becomeLeader();
        live.isOpen.set(false);
        postState();
        const waits = isAway ? AWAY_WAITS : RETRY_WAITS;
        timer = setTimeout(becomeLeader, waits[Math.min(failures, waits.length) - 1]);
      };
      const take = (event: StreamEvent, isEarlier: boolean) => {
        failures = 0;
        lastId = event.id ?? lastId;
        const isNew = !live.isOpen.get();
        live.isOpen.set(true);
        if (isNew) postState();
        apply(event, isEarlier);
        post({ kind: 'event', event });
      };
      // Pages report a refusal where their own requests fail.
      connect(signal, take).then(reconnect, () => {
        failures = Math.max(failures, 1);
        reconnect();
      });
    }

    /**
     * Fetches missed events once with a separate request, because the leader may have missed different ones; later events come from the
     * leader.
     */
    function catchUp(): void {
      if (isCatchingUp) return;
      isCatchingUp = true;
      const once = new AbortController();
      const end = () => once.abort();
      signal.addEventListener('abort', end);
      const take = (event: StreamEvent, isEarlier: boolean) => {
        end();
        if (signal.aborted) return;
        lastId = event.id ?? lastId;
        isCaughtUp = true;
        live.isOpen.set(true);
        apply(event, isEarlier);
      };
      // After a failure, the next message triggers the next attempt.
      void connect(once.signal, take)
        .catch(() => undefined)
        .finally(() => (isCatchingUp = false));
    }

    function onTabMessage(message: TabMessage): void {
      if (message.kind === 'joined') return isLeading ? postState() : undefined;
      if (isLeading) return;
      if (message.kind === 'state') setAway(message.isAway);
      if (message.kind === 'state' && !message.isOpen) {
        isCaughtUp = false;
        live.isOpen.set(false);
      } else if (!isCaughtUp) catchUp();
      if (message.kind === 'event') {
        if (isCaughtUp) lastId = message.event.id ?? lastId;
        apply(message.event);
      }
    }

    let post: (message: TabMessage) => void = () => undefined;
    post = joinTabs(`hindsight.changes.${person}`, { signal, lead: becomeLeader, hear: onTabMessage });
    post({ kind: 'joined' });
  }

  function close(): void {
    following?.stop.abort();
    following = null;
    live.isOpen.set(false);
  }

  function update(): void {
    const person = page.visibilityState === 'visible' ? options.person() : null;
    if (following?.person === person) return;
    close();
    if (person !== null) open(person);
  }

  page.addEventListener('visibilitychange', update);
  const unwatch = options.onPersonChange(update);
  update();
  return () => {
    page.removeEventListener('visibilitychange', update);
    unwatch();
    close();
  };
}
