/** `npm test` after the dependencies: browser, build, every check, and one closing line over all of them. */
import { buildPackages } from '../build/buildPackages';
import { BUILT_PACKAGES } from '../build/packages';
import { findBrowser } from './browser';
import { stopPrograms } from './programs';
import { exitCodeOf, type Row, runSteps, summary } from './runSteps';
import {
  boundaries,
  budgets,
  cannotRun,
  endToEnd,
  licences,
  lint,
  productionStack,
  type Step,
  types,
  unit,
  unused,
} from './steps';

const report = (text: string) => console.log(text);

interface Prepared<T> {
  value: T | null;
  problem: string;
}

/** A preparation prints its line; when it fails, what depends on it fails with its reason. */
async function prepared<T>(name: string, table: Row[], run: () => Promise<T>): Promise<Prepared<T>> {
  const began = Date.now();
  const outcome = await run().then(
    (value): Prepared<T> => ({ value, problem: '' }),
    (error: Error): Prepared<T> => ({ value: null, problem: error.message }),
  );
  const seconds = (Date.now() - began) / 1000;
  table.push({ name, seconds, passed: 0, failed: outcome.problem ? 1 : 0, skipped: 0 });
  report(`  ${outcome.problem ? 'FAIL' : 'ok  '} ${name.padEnd(20)} ${seconds.toFixed(1).padStart(8)} s`);
  if (outcome.problem) report(`\n${outcome.problem}\n`);
  return outcome;
}

/** @param dependencySeconds how long the dependencies took, for the table. */
export async function runTests(dependencySeconds: number): Promise<void> {
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
  const browser = await prepared('browser', table, () => findBrowser((text) => report(`  ..   ${text}`)));
  const build = await prepared('build', table, () =>
    buildPackages(BUILT_PACKAGES, { report: (text) => report(`  ..   building ${text}`) }),
  );
  await runSteps(
    [unit, lint, types, boundaries, unused, licences, ...(build.problem ? [] : [budgets])],
    report,
    table,
  );

  const missing = browser.problem ? 'there is no browser' : build.problem ? 'the build failed' : '';
  const inBrowser: Step[] = missing
    ? [{ name: 'e2e', run: async () => cannotRun(`The end-to-end tests did not run: ${missing}.`) }]
    : [endToEnd(browser.value!), productionStack(browser.value!)];
  // One after the other: both measure time, on the same cores.
  for (const step of inBrowser) await runSteps([step], report, table);

  console.log(summary(table));
  process.exitCode = exitCodeOf(table);
}
