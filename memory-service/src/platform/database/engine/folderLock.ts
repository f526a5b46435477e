/**
 * Lets one process at a time own a data folder: the embedded database has no lock, and two owners lose data. A process of the same
 * system is looked up; of one in another container on the same volume nothing is known but that it renews its lock.
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
/** A lock that is not renewed for so long has lost its owner. */
const LEASE_MS = 10_000;

interface Owner {
  pid: number;
  host: string | undefined;
  /** Boot and process table that the pid belongs to; undefined in locks of earlier versions. */
  system: string | undefined;
  /** When the kernel started that process, where it can be known; distinguishes a reused pid from the real owner. */
  startedAt: string | undefined;
}

/** Start time of a process in clock ticks since boot, from Linux' process table; undefined elsewhere. */
function processStart(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    // A zombie has let go of its files.
    return fields[0] === 'Z' ? 'zombie' : fields[19];
  } catch {
    return undefined;
  }
}

/** The boot and the process table of this process; a container has a table of its own. */
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
    // EPERM: it lives, under another account.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const startedAt = processStart(owner.pid);
  return owner.startedAt === undefined || startedAt === undefined || startedAt === owner.startedAt;
}

/** The owner that a lock file names, or undefined when the file is gone or unreadable. */
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

/** Watches a lock until it is renewed, or for as long as a lease. */
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

interface LockOptions {
  /** Told when another process took the folder, because this one did not renew its lock for too long. */
  onLost: () => void;
  system?: string;
  leaseMs?: number;
}

/** Renews a lock until it is released. */
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
 * Locks `folder` for this process and resolves to the function that lets go.
 * The lock of a process that is gone is taken over; a living owner makes this reject with a StartupError.
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
