import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asOne, jestCounts, playwrightCounts } from './counts';
import { toExitCode, type Row, runSteps, summary } from './runSteps';

const row = (name: string, passed: number, failed: number, skipped = 0): Row => ({
  name,
  seconds: 1,
  passed,
  failed,
  skipped,
});
const lastLine = (rows: Row[]) => summary(rows).split('\n').at(-1);

describe('closing line', () => {
  it('adds up everything, and names skipped tests only when there are some', () => {
    expect(lastLine([row('lint', 1, 0), row('unit', 200, 0)])).toBe('201 passed, 0 failed');
    expect(lastLine([row('lint', 0, 1), row('e2e', 40, 2, 3)])).toBe('40 passed, 3 failed, 3 skipped');
  });

  it('is preceded by the names of the tests that failed', () => {
    const bad = { ...row('unit', 1, 1), failures: ['host/a.test.ts › adds'] };
    expect(summary([bad]).split('\n').slice(-3)).toEqual([
      '  FAIL unit: host/a.test.ts › adds',
      '',
      '1 passed, 1 failed',
    ]);
    expect(summary([row('unit', 1, 0)])).not.toContain('FAIL');
  });

  it('decides the exit code: nothing failed, and something ran', () => {
    expect(toExitCode([row('unit', 1, 0)])).toBe(0);
    expect(toExitCode([row('unit', 1, 0), row('e2e', 0, 1)])).toBe(1);
    expect(toExitCode([row('unit', 0, 0)])).toBe(1);
    expect(toExitCode([])).toBe(1);
  });
});

describe('counts', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'counts-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const report = (value: object) => {
    const file = path.join(folder, 'report.json');
    writeFileSync(file, JSON.stringify(value));
    return file;
  };
  const jestReport = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    numRuntimeErrorTestSuites: 1,
  };

  it('counts a suite that could not run as a failure', () => {
    expect(jestCounts(report(jestReport), 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it('counts a bad end without a failed test as one failure', () => {
    const fine = { ...jestReport, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
    expect(jestCounts(report(fine), 0).failed).toBe(0);
    expect(jestCounts(report(fine), 1).failed).toBe(1);
    expect(jestCounts(path.join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(playwrightCounts(path.join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a test that passed only on its second try as failed', () => {
    const file = report({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 0 } });
    expect(playwrightCounts(file, 1)).toEqual({ passed: 7, failed: 2, skipped: 0 });
  });
});

describe('runSteps', () => {
  it('goes on after a failure, prints its output, and turns a crash into one failure', async () => {
    const said: string[] = [];
    const rows: Row[] = [];
    const steps = [
      { name: 'bad', run: async () => ({ counts: asOne(1), output: 'file.ts:1 wrong' }) },
      { name: 'crash', run: () => Promise.reject(new Error('no such program')) },
      { name: 'good', run: async () => ({ counts: asOne(0), output: 'chatter' }) },
    ];
    await runSteps(steps, (text) => said.push(text), rows);
    expect(rows.map(({ name, failed }) => [name, failed]).sort()).toEqual([
      ['bad', 1],
      ['crash', 1],
      ['good', 0],
    ]);
    expect(said.join('\n')).toContain('file.ts:1 wrong');
    expect(said.join('\n')).toContain('no such program');
    expect(said.join('\n')).not.toContain('chatter');
  });

  it('starts a step after the end of the one before it when they may not share the cores', async () => {
    const events: string[] = [];
    const step = (name: string) => ({
      name,
      run: async () => {
        events.push(`${name} starts`);
        await Promise.resolve();
        events.push(`${name} ends`);
        return { counts: asOne(0), output: '' };
      },
    });
    await runSteps([step('unit'), step('journeys')], () => undefined, [], 1);
    expect(events).toEqual(['unit starts', 'unit ends', 'journeys starts', 'journeys ends']);
  });
});
