/**
 * `pnpm create:remote <name>`: creates a remote that immediately builds, lints and passes its tests; with `--standalone <folder>`, in a
 * separate repository. See docs/create-a-remote.md.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { recordInstalled } from '../bootstrap/prepare.mjs';
import { repoRoot, varDir } from '../local-stack/paths';
import { makePacks } from '../packs/makePacks';
import { createRemote } from './createRemote';
import { createStandalone } from './createStandalone';

/** @throws Error when the program fails; it has already printed the reason. */
function run(program: string[], sorry: string): void {
  const { status } = spawnSync('npx', ['--yes', ...program], {
    cwd: repoRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, CI: 'true' },
  });
  if (status !== 0) throw new Error(sorry);
}

/** Adds the new package to the workspace, with the repository's version of pnpm. */
function install(): void {
  const manifest = readFileSync(path.join(repoRoot, 'package.json'), 'utf8');
  const { packageManager } = JSON.parse(manifest) as { packageManager: string };
  run(
    [packageManager, 'install', '--no-frozen-lockfile', '--prefer-offline'],
    'Installing the dependencies failed. Run `pnpm install`, then continue.',
  );
  recordInstalled();
}

/** The new repository contains the archives of the packages it needs from this one. */
async function standalone(folder: string): Promise<void> {
  const packs = path.join(varDir, 'packs');
  await makePacks(repoRoot, packs);
  createStandalone(path.resolve(process.env.INIT_CWD ?? process.cwd(), folder), packs);
  console.log(`Created ${folder}, which is independent of this repository. Next, in it:

  npm install && npm test
  npx hindsight-remote release --to <folder or s3://bucket/prefix>
  npx hindsight-remote promote <version> --to … --public-url <its public address>

Read docs/create-a-remote.md.`);
}

function inThisWorkspace(word: string | undefined): void {
  const { pkg, name, port, page } = createRemote(repoRoot, word);
  install();
  // A longer name wraps lines differently than the template.
  run(['oxfmt', pkg], `Run \`npx oxfmt ${pkg}\`, then continue.`);
  console.log(`Created ${pkg} on port ${port}. Next:

  npm start            builds it and shows it in the sidebar: http://localhost:3000${page}
  .ci/remote ${name}   lint, types, boundaries, tests and build of this remote alone
  pnpm dev             everything, applying changes immediately

Read ${pkg}/README.md and docs/create-a-remote.md.`);
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { standalone: { type: 'string' } },
  });
  if (values.standalone) await standalone(values.standalone);
  else inThisWorkspace(positionals[0]);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
