import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';
import { jestFailures, playwrightFailures } from './steps';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'failures-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function report(value: object): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(value));
  return file;
}

describe('what failed', () => {
  it('is each test of Jest, or the file that could not run, and nothing that passed', () => {
    const file = report({
      testResults: [
        {
          name: path.join(repoRoot, 'host/a.test.ts'),
          status: 'failed',
          message: 'expected 1, received 2',
          assertionResults: [
            { status: 'failed', fullName: 'sum adds' },
            { status: 'passed', fullName: 'sum is there' },
          ],
        },
        {
          name: path.join(repoRoot, 'host/b.test.ts'),
          status: 'failed',
          message: 'cannot find module',
          assertionResults: [],
        },
        { name: path.join(repoRoot, 'host/c.test.ts'), status: 'passed', message: '', assertionResults: [] },
      ],
    });
    expect(jestFailures(file)).toEqual({
      names: ['host/a.test.ts › sum adds', 'host/b.test.ts'],
      explained: 'host/a.test.ts\nexpected 1, received 2\nhost/b.test.ts\ncannot find module',
    });
  });

  it('is each test of Playwright, however deep its groups', () => {
    const spec = (title: string, ok: boolean) => ({ title, ok, file: 'journeys/x.spec.ts', line: 7 });
    const file = report({
      suites: [{ specs: [spec('fine', true)], suites: [{ specs: [spec('broken', false)] }] }],
    });
    expect(playwrightFailures(file)).toEqual(['journeys/x.spec.ts:7 › broken']);
  });

  it('is unknown without a report', () => {
    const none = path.join(folder, 'none.json');
    expect(jestFailures(none)).toEqual({ names: [], explained: '' });
    expect(playwrightFailures(none)).toEqual([]);
  });
});
