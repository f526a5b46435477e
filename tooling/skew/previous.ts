/**
 * Builds the previous release from the Git history: host, gateway and remotes at the last commit that raised the host's version. The result
 * is cached in `var/`, so each such commit is built once.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot, varDir } from '../local-stack/paths';

interface Previous {
  /** A clone at that commit, with host, gateway and remotes built. */
  root: string;
  commit: string;
}

/** There is no previous release to test against; the message explains why. Not a failure. */
export class NoHistoryError extends Error {
  override readonly name = 'NoHistoryError';
}

const COMMAND_TIMEOUT_MS = 10 * 60_000;

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repoRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * The newest commit other than HEAD that changed the host's version, which `pnpm changeset version` does on every release; a release commit
 * itself is compared with the previous release.
 */
function findPreviousCommit(): string {
  const head = git('rev-parse', 'HEAD');
  const releases = git('log', '--format=%H', '-G', '^  "version":', '--', 'host/package.json').split('\n');
  const commit = releases.find((one) => one && one !== head);
  const isWhole = git('rev-parse', '--is-shallow-repository') === 'false';
  // In a shallow clone, the oldest commit appears to have written every line.
  if (!commit || (!isWhole && git('rev-list', '--parents', '-1', commit) === commit))
    throw new NoHistoryError(
      'The previous release is not in this clone. Fetch the history: git fetch --unshallow',
    );
  return commit;
}

function run(root: string, command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: COMMAND_TIMEOUT_MS,
    shell: process.platform === 'win32',
    env: { ...process.env, CI: 'true', INIT_CWD: root },
  });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed at the previous release:\n${stdout}${stderr}`);
}

/**
 * @param report receives progress messages.
 * @throws NoHistoryError when the clone is too shallow, Error with the output of a failed command.
 */
export function previousRelease(report: (text: string) => void = () => undefined): Previous {
  const commit = findPreviousCommit();
  const root = path.join(varDir, 'skew', commit.slice(0, 12));
  const done = path.join(root, 'var/built');
  if (existsSync(done)) return { root, commit };
  rmSync(root, { recursive: true, force: true });
  report(`building the previous release, ${commit.slice(0, 12)}, once`);
  // A clone with shared objects: unlike a worktree, it does not block later checkouts.
  git('clone', '--quiet', '--shared', '--no-checkout', repoRoot, root);
  run(root, 'git', ['checkout', '--quiet', '--detach', commit]);
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  run(root, 'npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline']);
  const packages = ['host', ...remotePackagesAt(root)];
  run(root, process.execPath, ['--import', 'tsx', 'tooling/build/cli.ts', ...packages]);
  run(root, process.execPath, ['tooling/bootstrap/bundle.mjs']);
  writeFileSync(done, `${commit}\n`);
  return { root, commit };
}

/** At any commit, the remotes are the top-level folders whose names start with `remote-`. */
function remotePackagesAt(root: string): string[] {
  const folders = execFileSync('git', ['ls-tree', '--name-only', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return folders.split('\n').filter((folder) => folder.startsWith('remote-'));
}
