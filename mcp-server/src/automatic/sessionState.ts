/** Session data in the home folder: memories shown, lessons stored, and lessons still queued. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Lesson } from './lessons';

const DAY_MS = 24 * 3600 * 1000;
/** Days after which a session is deleted. */
const KEPT_DAYS = 14;
const MAX_PENDING = 100;
/** After this time, the process that holds the lock is considered dead. */
const LOCK_MS = 10 * 60_000;

const State = z.object({
  agentId: z.string().nullable(),
  shown: z.array(z.string()),
  sent: z.array(z.string()),
});
export type SessionState = z.infer<typeof State>;

const Pending = z.array(
  z.object({ repository: z.string(), conversation: z.string(), lesson: z.string(), content: z.string() }),
);
export type PendingLesson = Lesson & { repository: string; conversation: string };

function read<T>(file: string, schema: z.ZodType<T>, fallback: T): T {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return fallback;
  }
}

function write(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
}

/** @param home the person's home folder. */
export function sessionStates(home: string) {
  const folder = path.join(home, '.hindsight', 'sessions');
  const stateFile = (session: string) =>
    path.join(folder, `${session.replace(/[^\w-]/g, '_').slice(0, 80)}.json`);
  const pendingFile = path.join(home, '.hindsight', 'pending.json');
  return {
    of: (session: string) => read(stateFile(session), State, { agentId: null, shown: [], sent: [] }),
    keep: (session: string, state: SessionState) => write(stateFile(session), state),
    pending: (): PendingLesson[] => read(pendingFile, Pending, []),
    keepPending: (lessons: readonly PendingLesson[]) => write(pendingFile, lessons.slice(-MAX_PENDING)),
    /** Runs the work under a lock; throws when another process holds it. */
    async alone(work: () => Promise<void>): Promise<void> {
      const lock = `${pendingFile}.lock`;
      if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > LOCK_MS) rmSync(lock, { force: true });
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      try {
        await work();
      } finally {
        rmSync(lock, { force: true });
      }
    },
    forgetOld(now: number): void {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        const file = path.join(folder, name);
        if (now - statSync(file).mtimeMs > KEPT_DAYS * DAY_MS) rmSync(file, { force: true });
      }
    },
  };
}
