/** Runs checks in parallel and reports them: the duration of each step, then one closing line over all. */
import { availableParallelism } from 'node:os';
import type { Counts } from './counts';
import { failedStep, type Step, type StepResult } from './steps';

export interface Row extends Counts {
  name: string;
  seconds: number;
  failures?: string[];
}

const AT_ONCE = Math.max(1, Math.min(2, availableParallelism()));

async function runOne(step: Step, report: (text: string) => void, rows: Row[]): Promise<void> {
  const began = Date.now();
  const result: StepResult = await step
    .run(step.live ? (line) => report(`       ${line}`) : undefined)
    .catch((error: Error) => failedStep(error.message));
  const seconds = (Date.now() - began) / 1000;
  rows.push({ name: step.name, seconds, ...result.counts, failures: result.failed ?? [] });
  const failed = result.counts.failed > 0;
  report(`  ${failed ? 'FAIL' : 'ok  '} ${step.name.padEnd(20)} ${seconds.toFixed(1).padStart(8)} s`);
  if (failed && !step.live) report(`\n${result.output}\n`);
}

/**
 * Runs the steps; a failing one does not stop the others.
 * @param atOnce 1 for steps that keep every core busy.
 */
export async function runSteps(
  steps: Step[],
  report: (text: string) => void,
  rows: Row[],
  atOnce = AT_ONCE,
): Promise<void> {
  const queue = [...steps];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) await runOne(step, report, rows);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const sum = (rows: Row[], key: keyof Counts) => rows.reduce((total, row) => total + row[key], 0);

/** A table of the steps, the names of failed tests, then exactly `N passed, N failed`, with `, N skipped` when there are any. */
export function summary(rows: Row[]): string {
  const line = (cells: string[]) =>
    `  ${cells[0]!.padEnd(14)}${cells
      .slice(1)
      .map((cell) => cell.padStart(9))
      .join('')}`;
  const table = rows.map(({ name, seconds, passed, failed, skipped }) =>
    line([name, `${seconds.toFixed(1)} s`, String(passed), String(failed), String(skipped)]),
  );
  const skipped = sum(rows, 'skipped');
  const closing = `${sum(rows, 'passed')} passed, ${sum(rows, 'failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  const failures = rows.flatMap(({ name, failures = [] }) =>
    failures.map((test) => `  FAIL ${name}: ${test}`),
  );
  if (failures.length > 0) failures.unshift('');
  return ['', line(['step', 'time', 'passed', 'failed', 'skipped']), ...table, ...failures, '', closing].join(
    '\n',
  );
}

/** 0 only when something ran and nothing failed. */
export const toExitCode = (rows: Row[]) => (sum(rows, 'failed') === 0 && sum(rows, 'passed') > 0 ? 0 : 1);
