/** The checks of the repository: what each runs and how its result is counted. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { REMOTE_PACKAGES } from '../build/packages';
import { varDir } from '../local-stack/paths';
import { asOne, type Counts, jestCounts, playwrightCounts } from './counts';
import { jestFailures, playwrightFailures } from './failures';
import { checkLicences } from './licences';
import { runProgram } from './programs';

export interface StepResult {
  counts: Counts;
  /** What the tools printed; shown when something failed. */
  output: string;
  /** The tests that failed, named again at the end of the report. */
  failed?: string[];
}

export interface Step {
  name: string;
  /** It takes minutes: its lines are shown as they come, and not once more when it failed. */
  live?: boolean;
  /** @param onLine gets what the tool prints, as it comes. */
  run(onLine?: (line: string) => void): Promise<StepResult>;
}

const PACKAGES = [
  'host',
  ...REMOTE_PACKAGES,
  'shared-contracts',
  'shared-ui',
  'memory-service',
  'mcp-server',
  'tooling',
  'e2e',
  'production',
];

/** A place for a tool's report, empty before it runs, so that an old report is never counted. */
function reportFile(name: string): string {
  const folder = path.join(varDir, 'reports');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  rmSync(file, { force: true });
  return file;
}

const cache = (name: string) => path.join(varDir, 'cache', name);

/** Programs one after the other, counted as one check. */
async function allOf(...commands: [string, ...string[]][]): Promise<StepResult> {
  const results = [];
  for (const command of commands) results.push(await runProgram(command));
  return {
    counts: asOne(Math.max(...results.map(({ code }) => code))),
    output: results
      .filter(({ code }) => code !== 0)
      .map(({ output }) => output)
      .join('\n\n'),
  };
}

export const lint: Step = {
  name: 'lint',
  run: () =>
    allOf(
      [
        'eslint',
        '.',
        '--max-warnings',
        '0',
        '--cache',
        '--cache-strategy',
        'content',
        '--cache-location',
        cache('eslint'),
      ],
      ['prettier', '--check', '--log-level', 'warn', '--cache', '--cache-location', cache('prettier'), '.'],
    ),
};

export const types: Step = {
  name: 'types',
  run: () => allOf(['tsc', '-p', 'tsconfig.json', '--pretty', 'false']),
};

export const boundaries: Step = {
  name: 'boundaries',
  run: () => allOf(['depcruise', '--config', 'tooling/checks/boundaries.cjs', ...PACKAGES]),
};

/** Files, exports and dependencies that nothing uses. */
export const unused: Step = {
  name: 'unused code',
  run: () => allOf(['knip', '--no-progress']),
};

/** Licences of everything that is installed. */
export const licences: Step = {
  name: 'licences',
  async run() {
    const refused = await checkLicences();
    return { counts: asOne(refused.length === 0 ? 0 : 1), output: refused.join('\n') };
  },
};

/** Needs the builds. */
export const budgets: Step = {
  name: 'budgets',
  run: () => allOf(['tsx', 'tooling/budgets/cli.ts']),
};

export const unit: Step = {
  name: 'unit',
  async run(onLine) {
    const file = reportFile('unit.json');
    const { code, output } = await runProgram(
      ['jest', '--json', `--outputFile=${file}`, '--silent=false'],
      {},
      onLine,
    );
    const { names, explained } = jestFailures(file);
    // Without a report, or without a failed test, only the whole output shows what happened; with --json it ends in the report itself.
    const whole = output.replace(/^\{"numFailedTestSuites".*$/m, '');
    return { counts: jestCounts(file, code), output: explained || whole, failed: names };
  },
};

/** Tests in a browser, whose lines are shown as they come. */
const inBrowser = (name: string, pkg: string, browser: string): Step => ({
  name,
  live: true,
  async run(onLine) {
    const file = reportFile(`${name}.json`);
    const { code, output } = await runProgram(
      ['playwright', 'test', '--config', `${pkg}/playwright.config.ts`, '--reporter=list,json'],
      { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      onLine,
    );
    return { counts: playwrightCounts(file, code), output, failed: playwrightFailures(file) };
  },
});

/** @param browser path of the Chromium to drive. */
export const endToEnd = (browser: string): Step => inBrowser('e2e', 'e2e', browser);

/** The production stack on this machine's nginx, PostgreSQL and PgBouncer; its tests skip themselves, with the reason, where one is missing. */
export const productionStack = (browser: string): Step => inBrowser('production', 'production', browser);

/** A step that could not run: one failure, with the reason. */
export const cannotRun = (reason: string): StepResult => ({ counts: asOne(1), output: reason });
