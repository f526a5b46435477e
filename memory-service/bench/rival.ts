/** The service of another commit (BENCH_RIVAL), built beside this one. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Checks the commit out into `folder` and builds its service; answers the folder of the build. */
export async function buildRival(commit: string, folder: string): Promise<string> {
  await run('git', ['-C', repository, 'worktree', 'add', '--detach', folder, commit]);
  const inFolder = { cwd: folder };
  await run(
    'npx',
    ['--yes', 'pnpm@10', 'install', '--offline', '--filter', '@hindsight/memory-service...'],
    inFolder,
  );
  await run(process.execPath, ['build.mjs'], { cwd: path.join(folder, 'memory-service') });
  return path.join(folder, 'memory-service/dist');
}

/** Removes what `buildRival` has made. */
export async function removeRival(folder: string): Promise<void> {
  await run('git', ['-C', repository, 'worktree', 'remove', '--force', folder]);
}
