/** Lets one process at a time own a data folder: the embedded database has no lock, and two owners lose data. */
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { StartupError } from '../../config/startupError';

const LOCK_NAME = 'service.lock';

interface Owner {
  pid: number;
  /** When the kernel started that process, where it can be known; distinguishes a reused pid from the real owner. */
  startedAt: string | undefined;
}

/** Start time of a process in clock ticks since boot, from Linux' process table; undefined elsewhere. */
function startOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    // A zombie has let go of its files.
    return fields[0] === 'Z' ? 'zombie' : fields[19];
  } catch {
    return undefined;
  }
}

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it lives, under another account.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const startedAt = startOf(owner.pid);
  return owner.startedAt === undefined || startedAt === undefined || startedAt === owner.startedAt;
}

/** The owner that a lock file names, or undefined when the file is gone or unreadable. */
function readOwner(file: string): Owner | undefined {
  try {
    const parsed = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>;
    return typeof parsed.pid === 'number' ? { pid: parsed.pid, startedAt: parsed.startedAt } : undefined;
  } catch {
    return undefined;
  }
}

function tryCreate(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  writeSync(descriptor, text);
  closeSync(descriptor);
  try {
    // A link appears with its whole content or not at all, and never replaces a lock that is there.
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Locks `folder` for this process and returns the function that lets go.
 * The lock of a process that is gone is taken over; a living owner makes this throw a StartupError.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, LOCK_NAME);
  const text = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (tryCreate(file, text)) {
      return () => {
        if (existsSync(file) && readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
      };
    }
    const owner = readOwner(file);
    if (owner && isAlive(owner)) {
      throw new StartupError(
        `The data folder ${folder} is in use by process ${owner.pid}. Stop that process, or set DATA_DIR to another folder.`,
      );
    }
    // Only one of several successors wins the rename of the dead owner's file.
    const stale = `${file}.stale-${process.pid}-${randomBytes(4).toString('hex')}`;
    try {
      renameSync(file, stale);
      rmSync(stale, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new StartupError(
    `The data folder ${folder} could not be locked: other processes are starting on it.`,
  );
}
