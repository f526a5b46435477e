/** Fake locks and channels between the tabs of a browser, which the test environment lacks. */

type MessageListener = (message: { data: unknown }) => void;

const channels = new Set<FakeChannel>();

/** Delivers each message asynchronously to the other channels of the same name, as a browser does. */
class FakeChannel {
  onmessage: MessageListener | null = null;
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

/** One holder per name; waiting requests get the lock when the holder releases it. */
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

/** Installs the fakes. */
export function shareTabs(): void {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() });
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, value: FakeChannel });
}

/** Removes the fakes. */
export function unshareTabs(): void {
  channels.clear();
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
}
