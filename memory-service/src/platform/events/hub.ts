/** Sends changes to the open streams of this process: reads the log once for all of them, and filters changes per person. */
import { PassThrough } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config';
import type { Person } from '../auth/rules/principal';
import { toPerson } from '../auth/identity';
import { tooManyRequests } from '../http/problem';
import type { Database } from '../database/database';
import { changesSince, positionText, readPosition } from './events';
import type { ChangesUpTo, LoggedChange, Position } from './events';
import { findAffectedUsers } from '../auth/users';
import { maySee, summarize } from './audience';

/** Maximum number of open streams per person and process: more than anyone has visible tabs. */
export const MAX_STREAMS_OF_PERSON = 20;
const TOO_MANY_STREAMS =
  'You have too many live connections open. Close some tabs. Until then, this page refreshes periodically.';
/** Catches changes whose notification did not arrive, e.g. behind a pooler. */
const POLL_MS = 5_000;
const POLLS_PER_KEEP_ALIVE = 4;
/** Lifetime of a stream: the client then reconnects, and gateway and service check its session again. Random, to spread reconnects. */
const LIFE_MS = { min: 240_000, max: 300_000 };
/** Unread bytes after which a stream is closed; its client resumes where it stopped when it can read again. */
const MAX_UNREAD_BYTES = 256 * 1024;

interface Stream {
  person: Person;
  /** Session that opened the stream, if the gateway names one. */
  session: string | undefined;
  out: PassThrough;
  endsAt: number;
  /** False until it has received the earlier changes. */
  isReady: boolean;
}

/** Where a stream starts: after an event, or with changes younger than `age` seconds; from now on if neither is set. */
interface StreamStart {
  session: string | undefined;
  lastEventId: string | undefined;
  age: number | undefined;
}

export interface EventHub {
  /**
   * Opens a stream.
   * @throws HttpProblem 429 for a person with too many streams.
   */
  open: (person: Person, after: StreamStart) => PassThrough;
  /** Number of open streams. */
  count: () => number;
  close: () => Promise<void>;
}

const message = (
  event: 'ready' | 'changes' | 'reset',
  position: Position,
  changes: readonly LoggedChange[],
) => `id: ${positionText(position)}\nevent: ${event}\ndata: ${JSON.stringify(summarize(changes))}\n\n`;

export function createEventHub(
  { config, database }: { config: Config; database: Database },
  log: FastifyBaseLogger | undefined,
): EventHub {
  const streams = new Set<Stream>();
  /** Position up to which every ready stream has received everything. */
  let position: Position | undefined;
  let queue: Promise<void> = Promise.resolve();
  let isDue = false;
  let polls = 0;
  let stop = () => undefined as void;

  const enqueue = (work: () => Promise<void>) => {
    queue = queue
      .then(work)
      .catch((error: unknown) => log?.warn({ err: error }, 'failed to read events; retrying'));
  };

  function send({ out }: Stream, text: string): void {
    if (!out.writable) return;
    out.write(text);
    if (out.writableLength > MAX_UNREAD_BYTES) out.destroy();
  }

  /** Current rights of the people whom the changes may concern. */
  async function personsFor(changes: readonly LoggedChange[], candidates: Iterable<Stream>) {
    const ids = [...new Set([...candidates].map(({ person }) => person.userId))];
    const users = await findAffectedUsers(database, ids, changes);
    return new Map(
      users.map((user) => [
        user.id,
        toPerson(config, { ...user, isSuperadmin: config.adminEmails.has(user.email) }),
      ]),
    );
  }

  function visibleChanges(
    stream: Stream,
    changes: readonly LoggedChange[],
    persons: Awaited<ReturnType<typeof personsFor>>,
  ) {
    const { person } = stream;
    const now = persons.get(person.userId);
    if (!now) return [];
    const current: Person = person.isLocalDeveloper ? person : { kind: 'person', ...now };
    return changes.filter((change) => maySee(current, change));
  }

  /** Clients refetch immediately after a change, and must find it whichever replica serves the read. */
  const waitUntilReadable = () => database.replicas?.caughtUp();

  function endStreams(sessions: readonly string[]): void {
    for (const { session, out } of streams) if (session && sessions.includes(session)) out.end();
  }

  async function deliver(found: ChangesUpTo): Promise<void> {
    endStreams(found.endedSessions);
    if (!found.isIncomplete && found.changes.length === 0) return;
    await waitUntilReadable();
    const ready = [...streams].filter(({ isReady }) => isReady);
    if (found.isIncomplete) {
      for (const stream of ready) send(stream, message('reset', found.position, []));
      return;
    }
    const persons = await personsFor(found.changes, ready);
    for (const stream of ready) {
      const visible = visibleChanges(stream, found.changes, persons);
      if (visible.length > 0) send(stream, message('changes', found.position, visible));
    }
  }

  async function advance(): Promise<Position> {
    const found = await changesSince(database, position);
    await deliver(found);
    position = found.position;
    return found.position;
  }

  const scheduleAdvance = () => {
    if (isDue || streams.size === 0) return;
    isDue = true;
    enqueue(async () => {
      isDue = false;
      await advance();
    });
  };

  function poll(): void {
    scheduleAdvance();
    polls += 1;
    const now = Date.now();
    for (const stream of streams) {
      if (stream.endsAt <= now) stream.out.end();
      else if (polls % POLLS_PER_KEEP_ALIVE === 0) send(stream, ': keep-alive\n\n');
    }
  }

  function start(): void {
    const unsubscribe = database.changes.subscribe(scheduleAdvance);
    const timer = setInterval(poll, POLL_MS).unref();
    stop = () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  /** Sends the changes the client missed, from the log, up to the position of the other streams. */
  async function begin(stream: Stream, { lastEventId, age }: StreamStart): Promise<void> {
    const since = lastEventId === undefined ? age : readPosition(lastEventId);
    const until = await advance();
    const missed = since === undefined ? undefined : await changesSince(database, since, until);
    await waitUntilReadable();
    const isUnreadable = lastEventId !== undefined && since === undefined;
    if (isUnreadable || missed?.isIncomplete) send(stream, message('reset', until, []));
    else {
      const changes = missed?.changes ?? [];
      const visible = visibleChanges(stream, changes, await personsFor(changes, [stream]));
      send(stream, message('ready', until, visible));
    }
    stream.isReady = true;
  }

  return {
    open(person, after) {
      const own = [...streams].filter((stream) => stream.person.userId === person.userId);
      if (own.length >= MAX_STREAMS_OF_PERSON) throw tooManyRequests(TOO_MANY_STREAMS, LIFE_MS.max / 1000);
      const out = new PassThrough();
      const endsAt = Date.now() + LIFE_MS.min + Math.random() * (LIFE_MS.max - LIFE_MS.min);
      const stream: Stream = { person, session: after.session, out, endsAt, isReady: false };
      if (streams.size === 0) start();
      streams.add(stream);
      out.once('close', () => {
        streams.delete(stream);
        if (streams.size > 0) return;
        stop();
        position = undefined;
      });
      enqueue(() =>
        begin(stream, after).catch((error: unknown) => {
          // The client reconnects.
          out.destroy();
          throw error;
        }),
      );
      return out;
    },
    count: () => streams.size,
    async close() {
      for (const { out } of streams) out.end();
      stop();
      await queue;
    },
  };
}
