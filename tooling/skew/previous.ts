/**
 * The previous release, built from the history: host and remotes as they were at the commit that `previous.json` names. Kept in `var/`, so
 * that it is built once for each such commit.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot, varDir } from '../local-stack/paths';

interface Previous {
  /** Folder of a clone at that commit, with everything built. */
  root: string;
  commit: string;
}

/** Why there is no previous release here: a reason for a person, no failure of the program. */
export class NoHistoryError extends Error {
  override readonly name = 'NoHistoryError';
}

const SLOWEST_MS = 10 * 60_000;

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repoRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The whole name of the commit. A clone without its history cannot have it. */
function commitOf(short: string): string {
  try {
    return git('rev-parse', '--verify', `${short}^{commit}`);
  } catch {
    throw new NoHistoryError(
      `The commit ${short} of the previous release is not in this clone. Fetch the history: git fetch --unshallow`,
    );
  }
}

function run(root: string, command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: SLOWEST_MS,
    shell: process.platform === 'win32',
    env: { ...process.env, CI: 'true', INIT_CWD: root },
  });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed at the previous release:\n${stdout}${stderr}`);
}

/**
 * @param say told what takes time.
 * @throws NoHistoryError when the clone is too shallow, Error with the output of what failed.
 */
export function previousRelease(say: (text: string) => void = () => undefined): Previous {
  const { commit: short } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'previous.json'), 'utf8'),
  ) as {
    commit: string;
  };
  const commit = commitOf(short);
  const root = path.join(varDir, 'skew', commit.slice(0, 12));
  const done = path.join(root, 'var/built');
  if (existsSync(done)) return { root, commit };
  rmSync(root, { recursive: true, force: true });
  say(`building the previous release, ${short}, once`);
  // A clone that borrows the objects of this one: no worktree that would stand in the way of later checkouts.
  git('clone', '--quiet', '--shared', '--no-checkout', repoRoot, root);
  run(root, 'git', ['checkout', '--quiet', '--detach', commit]);
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  run(root, 'npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline']);
  const rooms = ['host', ...remoteRoomsAt(root)];
  run(root, process.execPath, ['--import', 'tsx', 'tooling/build/cli.ts', ...rooms]);
  writeFileSync(done, `${commit}\n`);
  return { root, commit };
}

/** The remotes of that time are the folders of the clone with such a name. */
function remoteRoomsAt(root: string): string[] {
  const folders = execFileSync('git', ['ls-tree', '--name-only', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return folders.split('\n').filter((folder) => folder.startsWith('remote-'));
}
