/**
 * Follows the stream of changes while a signed-in person looks at the page, one stream for all tabs of a browser; until it is open, and
 * after it failed, pages poll.
 */
import type { Change } from '@hindsight/shared-contracts/api';
import { GATEWAY_STATUSES } from '@hindsight/shared-contracts/api/client';
import type { Live } from './live';
import { readEvents } from './readEvents';
import type { StreamEvent } from './readEvents';

type TabMessage =
  /** A new tab asks for the current state. */
  | { kind: 'joined' }
  /** State of the stream, from the tab that holds it. */
  | { kind: 'state'; isOpen: boolean; isAway: boolean }
  | { kind: 'event'; event: StreamEvent };

interface Member {
  /** Leaves the tabs when it aborts. */
  signal: AbortSignal;
  /** Called once this tab is the one that holds the stream. */
  lead(): void;
  hear(message: TabMessage): void;
}

/**
 * Joins the tabs, and returns how to speak to them. Without locks (an insecure address) each tab leads itself.
 * @param name the same in each tab of a person.
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
  // The browser hands the lock on when a tab leaves, closes or crashes.
  navigator.locks.request(name, { signal }, leadUntilLeft).catch(() => {
    // Where locks are forbidden, as in some private windows, the tab is on its own.
    if (!signal.aborted) lead();
  });
  return (message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
}

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
  /** Id of the person to follow changes for; null without one, or on a service that has no stream. */
  person(): string | null;
  /** Calls back when that may have changed; returns how to stop. */
  onPersonChange(listener: () => void): () => void;
  /** Changes, or null when some were missed. @param isEarlier they may be from before what the page has loaded. */
  onChanges(changes: readonly Change[] | null, isEarlier: boolean): void;
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

  /** Reads one stream, which begins with what was missed. */
  async function connect(
    signal: AbortSignal,
    onEvent: (event: StreamEvent, isEarlier: boolean) => void,
  ): Promise<void> {
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
    /** Whether this tab has all that the leading one has. */
    let isCaughtUp = false;
    let isCatchingUp = false;

    const postState = () => post({ kind: 'state', isOpen: live.isOpen.get(), isAway });

    function becomeLeader(): void {
      if (signal.aborted) return;
      isLeading = true;
      // Counts as a failure until the first event.
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
      // What a refusal means for a page is said where its own requests fail.
      connect(signal, take).then(reconnect, () => {
        failures = Math.max(failures, 1);
        reconnect();
      });
    }

    /** What this tab has missed is not what the leading one has: it asks for it once, and hears the rest from there. */
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
      // After a failure, the next message is the next try.
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
