/**
 * Allows only one process at a time to use a data folder: the embedded database has no lock, and two owners lose data. An owner on the same
 * system is checked by its pid; one in another container on the same volume only by whether it renews its lock.
 */
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../../config/startupError';

const LOCK_NAME = 'service.lock';
const RENEW_MS = 2000;
/** A lock that is not renewed within this time has lost its owner. */
const LEASE_MS = 10_000;

interface Owner {
  pid: number;
  host: string | undefined;
  /** Boot and process table of the pid; undefined in locks of earlier versions. */
  system: string | undefined;
  /** When the kernel started that process, if known; distinguishes a reused pid from the real owner. */
  startedAt: string | undefined;
}

/** Start time of a process in clock ticks since boot, from the Linux process table; undefined elsewhere. */
function processStart(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    // A zombie has already closed its files.
    return fields[0] === 'Z' ? 'zombie' : fields[19];
  } catch {
    return undefined;
  }
}

/** Boot and process table of this process; a container has a separate table. */
function thisSystem(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname();
  }
}

function isRunning(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: the process is alive under another account.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const startedAt = processStart(owner.pid);
  return owner.startedAt === undefined || startedAt === undefined || startedAt === owner.startedAt;
}

/** The owner named in a lock file; undefined if the file is missing or unreadable. */
function readOwner(file: string): Owner | undefined {
  try {
    const parsed = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>;
    const { pid, startedAt, host, system } = parsed;
    return typeof pid === 'number' ? { pid, startedAt, host, system } : undefined;
  } catch {
    return undefined;
  }
}

const renewedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Watches a lock for up to one lease; returns whether it was renewed. */
async function isRenewed(file: string, leaseMs: number): Promise<boolean> {
  const before = renewedAt(file);
  for (const end = performance.now() + leaseMs; performance.now() < end;) {
    await pause(Math.min(250, leaseMs / 10));
    if (renewedAt(file) !== before) return true;
  }
  return false;
}

function tryCreate(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  writeSync(descriptor, text);
  closeSync(descriptor);
  try {
    // A link appears atomically with its full content and never replaces an existing lock.
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

interface LockOptions {
  /** Called when another process took the folder because this one did not renew its lock in time. */
  onLost: () => void;
  system?: string;
  leaseMs?: number;
}

/** Renews a lock until it is released; stops if another process took it. */
function keep(file: string, text: string, onLost: () => void): () => void {
  const isOurs = () => existsSync(file) && readFileSync(file, 'utf8') === text;
  const renewal = setInterval(() => {
    const now = new Date();
    if (isOurs()) return utimesSync(file, now, now);
    clearInterval(renewal);
    onLost();
  }, RENEW_MS);
  renewal.unref();
  return () => {
    clearInterval(renewal);
    if (isOurs()) rmSync(file, { force: true });
  };
}

/**
 * Locks `folder` for this process; resolves to the release function. Takes over the lock of a dead process; rejects with a StartupError if
 * the owner is alive.
 */
export async function lockFolder(
  folder: string,
  { onLost, system = thisSystem(), leaseMs = LEASE_MS }: LockOptions,
): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, LOCK_NAME);
  const host = os.hostname();
  const text = JSON.stringify({ pid: process.pid, startedAt: processStart(process.pid), host, system });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (tryCreate(file, text)) return keep(file, text, onLost);
    const owner = readOwner(file);
    const isNear = owner?.system === undefined || owner.system === system;
    if (owner && (isNear ? isRunning(owner) : await isRenewed(file, leaseMs))) {
      const where = isNear ? '' : ` of ${owner.host}`;
      throw new StartupError(
        `The data folder ${folder} is in use by process ${owner.pid}${where}. Stop that process, or set DATA_DIR to another folder.`,
      );
    }
    // The rename of the dead owner's file succeeds for only one of several successors.
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
