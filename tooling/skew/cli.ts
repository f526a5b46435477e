/** `pnpm skew`: runs host and remotes of this clone with those of the previous release in a browser. See docs/releases.md. */
import { spawnSync } from 'node:child_process';
import { buildPackages } from '../build/buildPackages';
import { BUILT_PACKAGES } from '../build/packages';
import { findBrowser } from '../checks/browser';
import { repoRoot } from '../local-stack/paths';
import { createProgress } from '../local-stack/progress';
import { NoHistoryError, previousRelease } from './previous';

const progress = createProgress();
try {
  let root = '';
  let browser = '';
  await progress.step('Previous release', async (report) => {
    const previous = previousRelease(report);
    root = previous.root;
    return previous.commit.slice(0, 12);
  });
  await progress.step('Browser', async (report) => (browser = await findBrowser(report)));
  await progress.step('Build', async (report) => {
    const built = await buildPackages(BUILT_PACKAGES, { report });
    return built.length > 0 ? `built ${built.join(', ')}` : 'nothing changed';
  });
  const command = ['playwright', 'test', '--config', 'e2e/playwright.skew.config.ts'];
  const { status } = spawnSync('npx', command, {
    cwd: repoRoot,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, SKEW_ROOT: root, CHROMIUM_PATH: browser },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  if (error instanceof NoHistoryError) console.log(`Skipped: ${error.message}`);
  else {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
