/** What failed, by name and in the tool's own words: a log that is cut short still shows it. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { repoRoot } from '../local-stack/paths';

export interface Failures {
  /** `file › test`, for the end of the report. */
  names: string[];
  /** The tool's explanation of each, without anything that passed. */
  explained: string;
}

interface JestSuite {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string }[];
}

const NONE: Failures = { names: [], explained: '' };
const inRepository = (file: string) => relative(repoRoot, file);

/** @param file Jest's report; without one nothing is known. */
export function jestFailures(file: string): Failures {
  if (!existsSync(file)) return NONE;
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: JestSuite[] };
  const suites = testResults.filter(({ status }) => status === 'failed');
  return {
    names: suites.flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file that could not run has no tests to name.
      if (failed.length === 0) return [inRepository(name)];
      return failed.map(({ fullName }) => `${inRepository(name)} › ${fullName}`);
    }),
    explained: suites.map(({ name, message }) => `${inRepository(name)}\n${message}`).join('\n'),
  };
}

interface PlaywrightSuite {
  specs: { title: string; ok: boolean; file: string; line: number }[];
  suites?: PlaywrightSuite[];
}

/** @param file Playwright's report; its explanations were printed as they came. */
export function playwrightFailures(file: string): string[] {
  if (!existsSync(file)) return [];
  const failedSpecs = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
    ...specs.filter(({ ok }) => !ok).map((spec) => `${spec.file}:${spec.line} › ${spec.title}`),
    ...suites.flatMap(failedSpecs),
  ];
  const report = JSON.parse(readFileSync(file, 'utf8')) as { suites: PlaywrightSuite[] };
  return report.suites.flatMap(failedSpecs);
}
