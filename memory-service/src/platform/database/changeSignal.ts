/** Says that the database may have changed, through this process or through another one on the same server. */
import pg from 'pg';

const CHANNEL = 'hindsight_changes';
/** Writes within this time are announced together: each announcement takes a lock of the whole server. */
const GATHER_MS = 50;
const RECONNECT_MS = 2_000;
/** An announcement holds 8,000 bytes. */
const MAX_LINES = 100;

type Listener = () => void;

export interface ChangeSignal {
  /** Call it after each commit of a write. */
  wrote: () => void;
  /** Sends a line to the other processes with the next announcement. */
  tell: (line: string) => void;
  /** Calls `listener` after writes, soon but not for each of them. A lost connection can hide some. Returns how to stop. */
  subscribe: (listener: Listener) => () => void;
  close: () => Promise<void>;
}

/** How processes on one server reach each other; the embedded engine has one process. */
export interface Exchange {
  /** Announces writes to the others, with lines for them. */
  notify: (channel: string, lines: string) => Promise<unknown>;
  /** Receives the lines of the others, and its own. Without it, the connection that listens is opened for the first subscriber. */
  onLine?: ((line: string) => void) | undefined;
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
  let lines: string[] = [];

  const call = () => listeners.forEach((listener) => listener());

  function listen(given: Exchange): void {
    if (client || isClosed) return;
    const { url, onProblem, onLine } = given;
    const current = new pg.Client({ connectionString: url });
    client = current;
    const retry = (error: Error) => {
      if (client !== current || isClosed) return;
      client = undefined;
      onProblem(error.message);
      current.end().catch(() => undefined);
      reconnecting = setTimeout(() => listen(given), RECONNECT_MS);
      reconnecting.unref();
    };
    current.on('error', retry);
    current.on('end', () => retry(new Error('The server closed the connection.')));
    current.on('notification', ({ payload = '' }) => {
      if (onLine) for (const line of payload.split('\n').filter(Boolean)) onLine(line);
      call();
    });
    current
      .connect()
      .then(() => current.query(`listen ${CHANNEL}`))
      .then(call, retry);
  }

  if (exchange?.onLine) listen(exchange);

  function announce(): void {
    announcing = undefined;
    call();
    if (!exchange) return;
    do {
      const some = lines.slice(0, MAX_LINES).join('\n');
      lines = lines.slice(MAX_LINES);
      exchange.notify(CHANNEL, some).catch((error: Error) => exchange.onProblem(error.message));
    } while (lines.length > 0);
  }
  const announceSoon = () => void (announcing ??= setTimeout(announce, GATHER_MS).unref());

  return {
    wrote: announceSoon,
    tell(line) {
      lines.push(line);
      announceSoon();
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
