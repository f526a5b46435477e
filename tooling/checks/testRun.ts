/** `npm test` and `npm run test:all` after the dependencies are installed: browser, build, every check, and one closing line over all. */
import { buildPackages } from '../build/buildPackages';
import { BUILT_PACKAGES } from '../build/packages';
import { findBrowser } from './browser';
import { toSingleCount } from './counts';
import { stopPrograms } from '../local-stack/program';
import { toExitCode, type Row, runSteps, summary } from './runSteps';
import {
  budgets,
  failedStep,
  extended,
  journeys,
  productionStack,
  skew,
  staticChecks,
  type Step,
  unit,
} from './steps';

const report = (text: string) => console.log(text);

const build: Step = {
  name: 'build',
  async run() {
    await buildPackages(BUILT_PACKAGES, { report: (text) => report(`  ..   building ${text}`) });
    return { counts: toSingleCount(0), output: '' };
  },
};

/** Newest supported Node version, also used in the images. */
const NEWEST_NODE = 24;

/** @returns the path of a browser, or the reason why there is none. */
async function prepareBrowser(): Promise<{ path: string } | { problem: string }> {
  try {
    return { path: await findBrowser((text) => report(`  ..   ${text}`)) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/**
 * @param dependencySeconds duration of the dependency installation, for the table.
 * @param everything include the long tests: `npm run test:all`.
 */
export async function runTests(dependencySeconds: number, everything: boolean): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stopPrograms();
      process.exit(130);
    });
  }
  process.once('exit', stopPrograms);

  const table: Row[] = [
    { name: 'dependencies', seconds: dependencySeconds, passed: 0, failed: 0, skipped: 0 },
  ];
  const browser = await prepareBrowser();
  // Checks that only read files share the cores with the build; the later steps keep all cores busy on their own.
  await runSteps([build, ...staticChecks], report, table);
  const isBuilt = table.some(({ name, failed }) => name === build.name && failed === 0);
  await runSteps([...(isBuilt ? [budgets] : []), unit(everything)], report, table, 1);
  if (everything) await runSteps([unit(false, NEWEST_NODE)], report, table);

  const reason = 'problem' in browser ? browser.problem : isBuilt ? null : 'the build failed';
  const browserSteps = (path: string) =>
    everything
      ? [journeys(path, true), extended(path), productionStack(path), skew(path)]
      : [journeys(path, false)];
  const steps =
    'path' in browser && isBuilt
      ? browserSteps(browser.path)
      : [{ name: 'journeys', run: async () => failedStep(`The browser tests did not run: ${reason}.`) }];
  await runSteps(steps, report, table, 1);

  console.log(summary(table));
  process.exitCode = toExitCode(table);
}
