/** Reads the numbers of passed, failed and skipped tests from the reports of the test tools. */
import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts a check that passes or fails as a whole, such as the lint, as one test. */
export const toSingleCount = (code: number): Counts => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
});

/** Counts a non-zero exit without a failed test as one failure. */
function atLeastOneFailure(counts: Counts, code: number): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readJson<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
}

export function jestCounts(file: string, code: number): Counts {
  const report = readJson<JestReport>(file);
  if (!report) return toSingleCount(code || 1);
  return atLeastOneFailure(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    code,
  );
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Counts flaky tests, which passed only on retry, as failed. */
export function playwrightCounts(file: string, code: number): Counts {
  const report = readJson<PlaywrightReport>(file);
  if (!report) return toSingleCount(code || 1);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOneFailure({ passed: expected, failed: unexpected + flaky, skipped }, code);
}
