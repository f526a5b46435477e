/** Signals that the database may have changed, through this process or another one on the same server. */
import pg from 'pg';

const CHANNEL = 'hindsight_changes';
/** Writes within this time share one notification: each takes a server-wide lock. */
const GATHER_MS = 50;
const RECONNECT_MS = 2_000;
/** A notification payload holds at most 8,000 bytes. */
const MAX_LINES = 100;

type Listener = () => void;

export interface ChangeSignal {
  /** Call after each committed write. */
  wrote: () => void;
  /** Sends a line to the other processes with the next notification. */
  tell: (line: string) => void;
  /** Calls `listener` soon after writes, but not once per write; a lost connection can hide some. Returns the unsubscribe function. */
  subscribe: (listener: Listener) => () => void;
  close: () => Promise<void>;
}

/** How processes on one server notify each other; the embedded engine has a single process. */
export interface Exchange {
  /** Notifies the other processes of writes, with a payload of lines. */
  notify: (channel: string, lines: string) => Promise<unknown>;
  /** Receives the lines of all processes, including this one. Without it, the listening connection opens on the first subscription. */
  onLine?: ((line: string) => void) | undefined;
  /** Direct address of the server: a pooler does not forward notifications. */
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
