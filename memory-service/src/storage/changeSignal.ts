/** Says that the database may have changed, through this process or through another one on the same server. */
import pg from 'pg';

const CHANNEL = 'hindsight_changes';
/** Writes within this time are announced together: each announcement takes a lock of the whole server. */
const GATHER_MS = 50;
const RECONNECT_MS = 2_000;

type Listener = () => void;

export interface ChangeSignal {
  /** Call it after each commit of a write. */
  wrote: () => void;
  /** Calls `listener` after writes, soon but not for each of them. A lost connection can hide some. Returns how to stop. */
  subscribe: (listener: Listener) => () => void;
  close: () => Promise<void>;
}

/** How processes on one server reach each other; the embedded engine has one process. */
export interface Exchange {
  /** Announces a write to the others. */
  notify: (channel: string) => Promise<unknown>;
  /** The server itself: a pooler hands no announcements on. */
  url: string;
  onProblem: (reason: string) => void;
}

export function createChangeSignal(exchange?: Exchange): ChangeSignal {
  const listeners = new Set<Listener>();
  let announcing: NodeJS.Timeout | undefined;
  let reconnecting: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  let isClosed = false;

  const call = () => listeners.forEach((listener) => listener());

  function listen({ url, onProblem }: Exchange): void {
    if (client || isClosed) return;
    const current = new pg.Client({ connectionString: url });
    client = current;
    const retry = (error: Error) => {
      if (client !== current || isClosed) return;
      client = undefined;
      onProblem(error.message);
      current.end().catch(() => undefined);
      reconnecting = setTimeout(() => listen({ url, onProblem } as Exchange), RECONNECT_MS);
      reconnecting.unref();
    };
    current.on('error', retry);
    current.on('end', () => retry(new Error('The server closed the connection.')));
    current.on('notification', call);
    current
      .connect()
      .then(() => current.query(`listen ${CHANNEL}`))
      .then(call, retry);
  }

  return {
    wrote() {
      announcing ??= setTimeout(() => {
        announcing = undefined;
        call();
        exchange?.notify(CHANNEL).catch((error: Error) => exchange.onProblem(error.message));
      }, GATHER_MS).unref();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (exchange) listen(exchange);
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(announcing);
      clearTimeout(reconnecting);
      await client?.end();
    },
  };
}
