/** Hashes the inputs of a build, so that an unchanged package is recognized in milliseconds. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The lockfile's part about some packages of the workspace, so that a new remote does not change the builds of all the others. */

const PACKAGES = 'importers:';

/**
 * The lockfile without the entries of other packages of the workspace. What was resolved stays whole.
 * @param packages folders of packages; the root's own entry is always kept.
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
/** Tests and prose change nothing in the output. */
const SKIPPED_FILES = /\.test\.tsx?$|\.md$/;

/** Variables that go into the build of the host (tooling/federation/webpackBase.ts). */
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
 * Makes a hasher that reads each input once, however many packages share it.
 * @param root folder that the inputs are relative to; names in the hash are too, so a moved clone stays unchanged.
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
      // A named input that is absent is a state of its own.
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

  /** Hex hash over all inputs, in the order given; of the lockfile only the part about these packages counts. */
  return (inputs: string[]) =>
    createHash('sha256')
      .update(inputs.map((input) => (input === LOCKFILE ? hashLockfile(inputs) : hashOne(input))).join())
      .update(inputs.includes('host') ? settings : '')
      .digest('hex');
}
