/** Messages between the open tabs of this browser, which share the session and the workspace. */
import type { ActiveScope } from '@hindsight/shared-contracts/events';

export type TabMessage =
  /** The signed-in user changed; the user's id, or null without one. */
  | { kind: 'session'; user: string | null }
  /** A sign-out has begun. */
  | { kind: 'signing-out' }
  | { kind: 'guest'; on: boolean }
  /** A tab without a session asks whether another one is in guest mode. */
  | { kind: 'any-guest' }
  | { kind: 'scope'; owner: string; scope: ActiveScope };

export interface Tabs {
  post(message: TabMessage): void;
  /** Subscribes to messages of other tabs; returns the unsubscribe function. */
  listen(listener: (message: TabMessage) => void): () => void;
}

const CHANNEL = 'hindsight.tabs';
const KINDS: readonly string[] = ['session', 'signing-out', 'guest', 'any-guest', 'scope'];

/** Ignores unknown messages, because tabs with other versions of the dashboard may be open. */
function isMessage(value: unknown): value is TabMessage {
  return (
    typeof value === 'object' && value !== null && KINDS.includes((value as { kind?: string }).kind ?? '')
  );
}

/** Uses a BroadcastChannel, which is open while there is a listener. */
function channelTabs(): Tabs {
  let channel: BroadcastChannel | null = null;
  let listeners = 0;
  return {
    post: (message) => channel?.postMessage(message),
    listen(listener) {
      const open = (channel ??= new BroadcastChannel(CHANNEL));
      const handleMessage = ({ data }: MessageEvent) => {
        if (isMessage(data)) listener(data);
      };
      open.addEventListener('message', handleMessage);
      listeners += 1;
      return () => {
        open.removeEventListener('message', handleMessage);
        listeners -= 1;
        if (listeners > 0) return;
        open.close();
        channel = null;
      };
    },
  };
}

/** Uses storage events. Where storage is forbidden, tabs share nothing. */
function storageTabs(target: Window): Tabs {
  let count = 0;
  return {
    post(message) {
      try {
        // Writing the same value twice would raise no event.
        target.localStorage.setItem(
          CHANNEL,
          JSON.stringify({ ...message, count: `${Date.now()}.${count++}` }),
        );
        target.localStorage.removeItem(CHANNEL);
      } catch {
        // Each tab still refreshes its session when it becomes visible.
      }
    },
    listen(listener) {
      const handleMessage = ({ key, newValue }: StorageEvent) => {
        if (key !== CHANNEL || !newValue) return;
        try {
          const message: unknown = JSON.parse(newValue);
          if (isMessage(message)) listener(message);
        } catch {
          // Not a message of the dashboard.
        }
      };
      target.addEventListener('storage', handleMessage);
      return () => target.removeEventListener('storage', handleMessage);
    },
  };
}

export function createTabs(target: Window = window): Tabs {
  return typeof BroadcastChannel === 'function' ? channelTabs() : storageTabs(target);
}
