/** The visible tabs of this browser that follow the changes of one person: one of them holds the stream, the others hear from it. */
import type { StreamEvent } from './readEvents';

export type TabMessage =
  /** A tab has come and asks how things are. */
  | { kind: 'joined' }
  /** How the stream is, from the tab that holds it. */
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
export function joinTabs(name: string, { signal, lead, hear }: Member): (message: TabMessage) => void {
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
