/** What the open tabs of this browser tell each other, so that they agree on who is looking and at what. */
import type { ActiveScope } from '@hindsight/shared-contracts/events';

export type TabMessage =
  /** Somebody else, or nobody, turned out to be signed in; the user's id, or null. */
  | { kind: 'session'; user: string | null }
  /** A sign-out has begun; it is over soon. */
  | { kind: 'signing-out' }
  | { kind: 'guest'; on: boolean }
  /** A tab without a session asks whether one looks around as a guest. */
  | { kind: 'any-guest' }
  | { kind: 'scope'; owner: string; scope: ActiveScope };

export interface Tabs {
  say(message: TabMessage): void;
  /** Calls back for what other tabs say; answers how to stop. */
  listen(listener: (message: TabMessage) => void): () => void;
}

const CHANNEL = 'hindsight.tabs';
const KINDS: readonly string[] = ['session', 'signing-out', 'guest', 'any-guest', 'scope'];

/** Other versions of the dashboard may be open too: what is not known is not heard. */
function isMessage(value: unknown): value is TabMessage {
  return (
    typeof value === 'object' && value !== null && KINDS.includes((value as { kind?: string }).kind ?? '')
  );
}

/** By a channel of the browser, which is open for as long as somebody listens. */
function byChannel(): Tabs {
  let channel: BroadcastChannel | null = null;
  let listeners = 0;
  return {
    say: (message) => channel?.postMessage(message),
    listen(listener) {
      const open = (channel ??= new BroadcastChannel(CHANNEL));
      const hear = ({ data }: MessageEvent) => {
        if (isMessage(data)) listener(data);
      };
      open.addEventListener('message', hear);
      listeners += 1;
      return () => {
        open.removeEventListener('message', hear);
        listeners -= 1;
        if (listeners > 0) return;
        open.close();
        channel = null;
      };
    },
  };
}

/** By changes of the storage, which the browser tells every other tab. Where storage is forbidden, tabs stay on their own. */
function byStorage(target: Window): Tabs {
  let count = 0;
  return {
    say(message) {
      try {
        // The same words twice would be no change.
        target.localStorage.setItem(
          CHANNEL,
          JSON.stringify({ ...message, count: `${Date.now()}.${count++}` }),
        );
        target.localStorage.removeItem(CHANNEL);
      } catch {
        // Nobody hears it; each tab still asks the service when it becomes visible.
      }
    },
    listen(listener) {
      const hear = ({ key, newValue }: StorageEvent) => {
        if (key !== CHANNEL || !newValue) return;
        try {
          const message: unknown = JSON.parse(newValue);
          if (isMessage(message)) listener(message);
        } catch {
          // Not ours.
        }
      };
      target.addEventListener('storage', hear);
      return () => target.removeEventListener('storage', hear);
    },
  };
}

export function createTabs(target: Window = window): Tabs {
  return typeof BroadcastChannel === 'function' ? byChannel() : byStorage(target);
}
