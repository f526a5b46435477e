/** Locks and channels between the tabs of a browser, which the test environment lacks. */

type Heard = (message: { data: unknown }) => void;

const channels = new Set<FakeChannel>();

/** Hands each message to the other channels of its name, later, as a browser does. */
class FakeChannel {
  onmessage: Heard | null = null;
  constructor(readonly name: string) {
    channels.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of channels) {
      if (other !== this && other.name === this.name)
        queueMicrotask(() => channels.has(other) && other.onmessage?.({ data }));
    }
  }
  close(): void {
    channels.delete(this);
  }
}

/** One holder for each name; who waits gets it when the one before has let go. */
function fakeLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    async request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) {
      const turn = (last.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : work()));
      last.set(name, turn);
      return turn;
    },
  };
}

/** Gives the environment what tabs share. */
export function shareTabs(): void {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() });
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, value: FakeChannel });
}

/** Takes it away again. */
export function unshareTabs(): void {
  channels.clear();
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
}
