/** Hashes build inputs, so that an unchanged package is recognized within milliseconds. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Section of the lockfile with one entry per workspace package; pruned so that a new remote does not rebuild all others. */

const PACKAGES = 'importers:';

/**
 * The lockfile without the entries of other workspace packages. Resolved versions stay complete.
 * @param packages package folders; the root's entry is always kept.
 */
export function pruneLockfile(text: string, packages: readonly string[]): string {
  const kept = new Set(['.', ...packages]);
  let inPackages = false;
  let keeps = true;
  return text
    .split('\n')
    .filter((line) => {
      if (/^\S/.test(line)) [inPackages, keeps] = [line === PACKAGES, true];
      const entry = inPackages && /^ {2}'?([^\s']+)'?:$/.exec(line);
      if (entry) keeps = kept.has(entry[1] ?? '');
      return keeps;
    })
    .join('\n');
}

const LOCKFILE = 'pnpm-lock.yaml';
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'var', '.federation', 'coverage']);
/** Tests and documentation do not affect the output. */
const SKIPPED_FILES = /\.test\.tsx?$|\.md$/;

/** Environment variables compiled into the host (tooling/federation/webpackBase.ts). */
const HOST_SETTINGS = ['DASHBOARD_IMAGE_TAG', 'DEBUG_PANEL'] as const;

function filesBelow(target: string): string[] {
  if (!statSync(target, { throwIfNoEntry: false })?.isDirectory()) return [target];
  return readdirSync(target, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(target, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : filesBelow(file);
    return SKIPPED_FILES.test(entry.name) ? [] : [file];
  });
}

/**
 * Creates a hasher that reads each input once, however many packages share it.
 * @param root base folder of the inputs; hashed names are relative to it, so moving a clone changes no hash.
 */
export function createInputHasher(root: string) {
  const settings = HOST_SETTINGS.map((name) =>
    process.env[name] ? `${name}=${process.env[name]}` : '',
  ).join('');
  const known = new Map<string, string>();

  function hashOne(input: string): string {
    const before = known.get(input);
    if (before) return before;
    const hash = createHash('sha256');
    for (const file of filesBelow(path.join(root, input)).sort()) {
      hash.update(`${path.relative(root, file)}\0`);
      // A missing input hashes differently from an empty one.
      if (statSync(file, { throwIfNoEntry: false })) hash.update(readFileSync(file));
      hash.update('\0');
    }
    const value = hash.digest('hex');
    known.set(input, value);
    return value;
  }

  let lockfile: string | undefined;
  function hashLockfile(inputs: string[]): string {
    const file = path.join(root, LOCKFILE);
    lockfile ??= statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : '';
    const packages = inputs.map((input) => input.split('/')[0] ?? input);
    return createHash('sha256').update(pruneLockfile(lockfile, packages)).digest('hex');
  }

  /** Hex hash of all inputs in the given order; of the lockfile, only the part about these packages counts. */
  return (inputs: string[]) =>
    createHash('sha256')
      .update(inputs.map((input) => (input === LOCKFILE ? hashLockfile(inputs) : hashOne(input))).join())
      .update(inputs.includes('host') ? settings : '')
      .digest('hex');
}
