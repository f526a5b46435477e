/** The checks of the repository: what each runs, and how its result is counted. */
import { mkdirSync, rmSync, existsSync, readFileSync } from 'node:fs';
import path, { relative } from 'node:path';
import { REMOTE_PACKAGES } from '../build/packages';
import { varDir, repoRoot } from '../local-stack/paths';
import { toSingleCount, jestCounts, playwrightCounts } from './counts';
import type { Counts } from './counts';
import { runProgram } from '../local-stack/program';
import { isAccepted } from '../federation/licenses';

interface Failures {
  /** `file › test`, for the end of the report. */
  names: string[];
  /** The tool's output about each failure, without anything that passed. */
  explained: string;
}

interface JestSuite {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string }[];
}

const SUITES = path.join('tooling', 'jest', 'suites');
const NONE: Failures = { names: [], explained: '' };
const inRepository = (file: string) => relative(repoRoot, file);

/** @param file Jest's report; without it, returns no failures. */
export function jestFailures(file: string): Failures {
  if (!existsSync(file)) return NONE;
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: JestSuite[] };
  const suites = testResults.filter(({ status }) => status === 'failed');
  return {
    names: suites.flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file that could not run has no tests to name.
      if (failed.length === 0) return [inRepository(name)];
      // In a suite, a test's full name starts with its original file.
      const file = inRepository(name);
      return failed.map(({ fullName }) => (file.startsWith(SUITES) ? fullName : `${file} › ${fullName}`));
    }),
    explained: suites.map(({ name, message }) => `${inRepository(name)}\n${message}`).join('\n'),
  };
}

interface PlaywrightSuite {
  specs: { title: string; ok: boolean; file: string; line: number }[];
  suites?: PlaywrightSuite[];
}

/** @param file Playwright's report; the run has already printed its explanations. */
export function playwrightFailures(file: string): string[] {
  if (!existsSync(file)) return [];
  const failedSpecs = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
    ...specs.filter(({ ok }) => !ok).map((spec) => `${spec.file}:${spec.line} › ${spec.title}`),
    ...suites.flatMap(failedSpecs),
  ];
  const report = JSON.parse(readFileSync(file, 'utf8')) as { suites: PlaywrightSuite[] };
  return report.suites.flatMap(failedSpecs);
}

/** Packages without an SPDX license expression in their manifest, checked by hand. */
const READ_BY_HAND: ReadonlySet<string> = new Set(['spawndamnit']); // MIT, in its LICENSE file.

interface Listed {
  name: string;
  versions: string[];
}

/** @param listed output of `pnpm licenses list --json`: packages by license. */
export function refusedPackages(listed: Readonly<Record<string, readonly Listed[]>>): string[] {
  return Object.entries(listed).flatMap(([license, packages]) =>
    isAccepted(license)
      ? []
      : packages
          .filter(({ name }) => !READ_BY_HAND.has(name))
          .map(({ name, versions }) => `${name} ${versions.join(', ')}: ${license}`),
  );
}

/** @returns one line per rejected package. */
async function checkLicenses(): Promise<string[]> {
  const manifest = readFileSync(path.join(repoRoot, 'package.json'), 'utf8');
  // Uses the pnpm that installed the packages, because any other would have to be downloaded.
  const { packageManager } = JSON.parse(manifest) as { packageManager: string };
  const { code, output } = await runProgram(['npx', '--yes', packageManager, 'licenses', 'list', '--json']);
  const json = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  if (code !== 0 || !json) return [`Listing the licenses failed: ${output}`];
  return refusedPackages(JSON.parse(json) as Record<string, Listed[]>);
}

export interface StepResult {
  counts: Counts;
  /** Output of the tools; shown on failure. */
  output: string;
  /** Names of the failed tests, repeated at the end of the report. */
  failed?: string[];
}

export interface Step {
  name: string;
  /** For steps that take minutes: streams the output, and does not repeat it on failure. */
  live?: boolean;
  /** @param onLine receives each line of output. */
  run(onLine?: (line: string) => void): Promise<StepResult>;
}

const PACKAGES = [
  'gateway',
  'host',
  ...REMOTE_PACKAGES,
  'shared-contracts',
  'shared-ui',
  'import-formats',
  'memory-service',
  'mcp-server',
  'tooling',
  'e2e',
  'production',
  'bench',
];

/** Path for a tool's report; deletes an old report, so that it is never counted. */
function reportFile(name: string): string {
  const folder = path.join(varDir, 'reports');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  rmSync(file, { force: true });
  return file;
}

/** Runs a program that passes or fails as a whole. */
async function runCheck(command: [string, ...string[]], env = {}): Promise<StepResult> {
  const { code, output } = await runProgram(command, env);
  return { counts: toSingleCount(code), output };
}

const lint: Step = { name: 'lint', run: () => runCheck(['oxlint']) };

const styles: Step = { name: 'styles', run: () => runCheck(['tsx', 'tooling/styles/cli.ts']) };

const format: Step = { name: 'format', run: () => runCheck(['oxfmt', '--check', '.']) };

/**
 * Uses the native compiler, five times as fast as the JavaScript one, whose API ts-loader still needs. One thread, because several would
 * check the same types repeatedly.
 */
const types: Step = {
  name: 'types',
  run: () => runCheck(['tsgo', '-p', 'tsconfig.json', '--pretty', 'false', '--singleThreaded']),
};

const boundaries: Step = {
  name: 'boundaries',
  run: () => runCheck(['depcruise', '--config', 'tooling/checks/boundaries.cjs', ...PACKAGES]),
};

/** Unused files, exports and dependencies. */
const unused: Step = {
  name: 'unused code',
  run: () => runCheck(['knip', '--no-progress']),
};

/** Commit messages since the last release commit. Without that commit (shallow clone, archive) there is nothing to check. */
const commits: Step = {
  name: 'commit messages',
  async run() {
    const found = await runProgram(['git', 'log', '-1', '--format=%H', '--grep=^chore(release): ']);
    if (found.code !== 0 || found.output === '') return { counts: toSingleCount(0), output: '' };
    return runCheck(['commitlint', '--from', found.output, '--to', 'HEAD']);
  },
};

const licenses: Step = {
  name: 'licenses',
  async run() {
    const refused = await checkLicenses();
    return { counts: toSingleCount(refused.length === 0 ? 0 : 1), output: refused.join('\n') };
  },
};

/**
 * Checks that only read source files, longest first. None measures time, so they can run in parallel with each other and with the build.
 */
export const staticChecks: Step[] = [types, lint, format, styles, boundaries, unused, licenses, commits];

/** Requires the builds. */
export const budgets: Step = {
  name: 'budgets',
  run: () => runCheck(['tsx', 'tooling/budgets/cli.ts']),
};

/**
 * @param everything include files named `*.long.test.ts`.
 * @param node another Node version, installed from the registry's package `node`.
 */
export const unit = (everything: boolean, node?: number): Step => ({
  name: node ? `unit, Node ${node}` : 'unit',
  async run(onLine) {
    const file = reportFile(`unit${node ?? ''}.json`);
    const { code, output } = await runProgram(
      [
        ...(node
          ? (['npx', '--yes', '--package', `node@${node}`, '--', 'jest'] as const)
          : (['jest'] as const)),
        '--json',
        `--outputFile=${file}`,
        '--silent=false',
      ],
      { SKIP_LONG_TESTS: everything ? '0' : '1', SHARE_MODULES: everything ? '0' : '1' },
      onLine,
    );
    const { names, explained } = jestFailures(file);
    // Without a report or a failed test, only the full output explains the failure; `--json` appends the report to it.
    const whole = output.replace(/^\{"numFailedTestSuites".*$/m, '');
    return { counts: jestCounts(file, code), output: explained || whole, failed: names };
  },
});

/** Browser tests; their output is streamed. */
const browserStep = (
  name: string,
  pkg: string,
  env: { CHROMIUM_PATH: string; SKIP_LONG_TESTS?: string },
  ...options: string[]
): Step => ({
  name,
  live: true,
  async run(onLine) {
    const file = reportFile(`${name}.json`);
    const { code, output } = await runProgram(
      ['playwright', 'test', '--config', `${pkg}/playwright.config.ts`, '--reporter=list,json', ...options],
      { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      onLine,
    );
    return { counts: playwrightCounts(file, code), output, failed: playwrightFailures(file) };
  },
});

/**
 * Tests each page and each flow that a role depends on.
 * @param browser path of the Chromium to use.
 * @param everything test each page in both themes.
 */
export const journeys = (browser: string, everything: boolean): Step =>
  browserStep(
    'journeys',
    'e2e',
    { CHROMIUM_PATH: browser, SKIP_LONG_TESTS: everything ? '0' : '1' },
    '--project',
    'journeys',
  );

/** Other tests that need a browser and a stack: failing services, releases, every page in every theme. */
export const extended = (browser: string): Step =>
  browserStep('extended', 'e2e', { CHROMIUM_PATH: browser }, '--project', 'extended');

/** The production stack on local PostgreSQL, PgBouncer and nginx; its tests skip themselves with a reason where one is missing. */
export const productionStack = (browser: string): Step =>
  browserStep('production', 'production', { CHROMIUM_PATH: browser });

/** Combinations of the host and the remotes of this and the previous release; skipped in a clone without that history. */
export const skew = (browser: string): Step => ({
  name: 'skew',
  live: true,
  async run(onLine) {
    const { code, output } = await runProgram(
      ['tsx', 'tooling/skew/cli.ts'],
      { CHROMIUM_PATH: browser },
      onLine,
    );
    const skipped = code === 0 && /^Skipped: /m.test(output);
    return { counts: skipped ? { passed: 0, failed: 0, skipped: 1 } : toSingleCount(code), output };
  },
});

/** Result of a step that could not run: one failure, with the reason. */
export const failedStep = (reason: string): StepResult => ({ counts: toSingleCount(1), output: reason });
