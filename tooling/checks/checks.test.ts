/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { satisfies } from '@hindsight/shared-contracts/registry';
import { REMOTE_PACKAGES } from '../build/packages';
import { billOfMaterials, isAccepted } from '../federation/licenses';
import { repoRoot } from '../local-stack/paths';
import { askRegistry, lockedVersions, vulnerable } from './advisories';
import { toSingleCount, jestCounts, playwrightCounts } from './counts';
import { runSteps, summary, toExitCode } from './runSteps';
import type { Row } from './runSteps';
import { jestFailures, playwrightFailures, refusedPackages } from './steps';

describe('advisories', () => {
  const lockfile = readFileSync(path.resolve(__dirname, '../../pnpm-lock.yaml'), 'utf8');
  const advisory = (vulnerable_versions: string) => ({
    url: 'https://advisories.example.org/1',
    title: 'Reads too much',
    severity: 'high' as const,
    vulnerable_versions,
  });

  test('reads every version in the lockfile, with and without a package scope', () => {
    const locked = lockedVersions(lockfile);
    const manifest = JSON.parse(readFileSync(path.resolve(__dirname, '../package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries(manifest.dependencies))
      if (!version.startsWith('workspace:')) expect(locked[name]).toContain(version);
    expect(locked['semver']?.length).toBeGreaterThan(1);
  });

  test('reports exactly the affected versions', () => {
    const locked = { a: ['1.0.0', '1.2.0', '2.0.0-rc.1'], '@s/b': ['3.0.0'] };
    const known = {
      a: [advisory('<1.1.0 || >=2.0.0-rc.0 <2.0.1')],
      '@s/b': [advisory('<3')],
      c: [advisory('*')],
    };
    expect(vulnerable(locked, known)).toEqual([
      'a 1.0.0: high, Reads too much (https://advisories.example.org/1)',
      'a 2.0.0-rc.1: high, Reads too much (https://advisories.example.org/1)',
    ]);
  });

  test('queries the registry in one request, and reports when it returns no data', async () => {
    let asked: unknown;
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        asked = [request.method, request.url, JSON.parse(text)];
        const isRight = request.url?.startsWith('/npm/');
        response.writeHead(isRight ? 200 : 405).end(JSON.stringify({ a: [{ id: 1, ...advisory('<2') }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const locked = { a: ['1.0.0'] };
    expect(vulnerable(locked, await askRegistry(`${origin}/npm`, locked))).toHaveLength(1);
    expect(asked).toEqual(['POST', '/npm/-/npm/v1/security/advisories/bulk', locked]);
    await expect(askRegistry(origin, locked)).rejects.toThrow(
      'The registry didn’t return vulnerability data (405).',
    );
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('dependencies', () => {
  const root = path.resolve(__dirname, '../..');

  test('pins every dependency to an exact version', () => {
    const manifests = execFileSync('git', ['ls-files', '*package.json'], { cwd: root, encoding: 'utf8' });
    const loose = manifests
      .trim()
      .split('\n')
      .flatMap((file) => {
        const { dependencies, devDependencies } = JSON.parse(
          readFileSync(path.join(root, file), 'utf8'),
        ) as Record<string, Record<string, string> | undefined>;
        return Object.entries({ ...dependencies, ...devDependencies })
          .filter(([, version]) => !/^(\d+\.\d+\.\d[\w.-]*|workspace:\*)$/.test(version))
          .map(([name, version]) => `${file}: ${name} ${version}`);
      });
    expect(loose).toEqual([]);
  });

  test('accepts a license expression only when all its parts are acceptable', () => {
    for (const license of ['MIT', '(MIT OR CC0-1.0)', 'Apache-2.0 AND MIT'])
      expect(isAccepted(license)).toBe(true);
    for (const license of ['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'Unknown', ''])
      expect(isAccepted(license)).toBe(false);
    expect(refusedPackages({ MIT: [], 'GPL-3.0-only': [{ name: 'x', versions: ['1.0.0'] }] })).toEqual([
      'x 1.0.0: GPL-3.0-only',
    ]);
  });

  test('identifies each package by its purl in the bill of materials', () => {
    expect(JSON.parse(billOfMaterials([{ name: '@a/b', version: '1.2.3', license: 'MIT' }]))).toEqual({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      components: [
        {
          type: 'library',
          name: '@a/b',
          version: '1.2.3',
          purl: 'pkg:npm/%40a/b@1.2.3',
          licenses: [{ expression: 'MIT' }],
        },
      ],
    });
  });
});

describe('failures', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'failures-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function report(value: object): string {
    const file = path.join(folder, 'report.json');
    writeFileSync(file, JSON.stringify(value));
    return file;
  }

  describe('reported failures', () => {
    it('list failed Jest tests and files that could not run, and nothing that passed', () => {
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
          {
            name: path.join(repoRoot, 'host/c.test.ts'),
            status: 'passed',
            message: '',
            assertionResults: [],
          },
        ],
      });
      expect(jestFailures(file)).toEqual({
        names: ['host/a.test.ts › sum adds', 'host/b.test.ts'],
        explained: 'host/a.test.ts\nexpected 1, received 2\nhost/b.test.ts\ncannot find module',
      });
    });

    it('name the original test file when a suite imported it', () => {
      const file = report({
        testResults: [
          {
            name: path.join(repoRoot, 'tooling/jest/suites/jsdom/host-1.test.js'),
            status: 'failed',
            message: '',
            assertionResults: [{ status: 'failed', fullName: 'host/a.test.ts sum adds' }],
          },
        ],
      });
      expect(jestFailures(file).names).toEqual(['host/a.test.ts sum adds']);
    });

    it('list failed Playwright tests at any nesting depth', () => {
      const spec = (title: string, ok: boolean) => ({ title, ok, file: 'journeys/x.spec.ts', line: 7 });
      const file = report({
        suites: [{ specs: [spec('fine', true)], suites: [{ specs: [spec('broken', false)] }] }],
      });
      expect(playwrightFailures(file)).toEqual(['journeys/x.spec.ts:7 › broken']);
    });

    it('are empty without a report', () => {
      const none = path.join(folder, 'none.json');
      expect(jestFailures(none)).toEqual({ names: [], explained: '' });
      expect(playwrightFailures(none)).toEqual([]);
    });
  });
});

const row = (name: string, passed: number, failed: number, skipped = 0): Row => ({
  name,
  seconds: 1,
  passed,
  failed,
  skipped,
});
const lastLine = (rows: Row[]) => summary(rows).split('\n').at(-1);

describe('closing line', () => {
  it('adds up all steps, and mentions skipped tests only when there are some', () => {
    expect(lastLine([row('lint', 1, 0), row('unit', 200, 0)])).toBe('201 passed, 0 failed');
    expect(lastLine([row('lint', 0, 1), row('e2e', 40, 2, 3)])).toBe('40 passed, 3 failed, 3 skipped');
  });

  it('follows the names of the failed tests', () => {
    const bad = { ...row('unit', 1, 1), failures: ['host/a.test.ts › adds'] };
    expect(summary([bad]).split('\n').slice(-3)).toEqual([
      '  FAIL unit: host/a.test.ts › adds',
      '',
      '1 passed, 1 failed',
    ]);
    expect(summary([row('unit', 1, 0)])).not.toContain('FAIL');
  });

  it('exits with 0 only when something ran and nothing failed', () => {
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

  it('counts a non-zero exit without a failed test as one failure', () => {
    const fine = { ...jestReport, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
    expect(jestCounts(report(fine), 0).failed).toBe(0);
    expect(jestCounts(report(fine), 1).failed).toBe(1);
    expect(jestCounts(path.join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(playwrightCounts(path.join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a flaky test as failed', () => {
    const file = report({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 0 } });
    expect(playwrightCounts(file, 1)).toEqual({ passed: 7, failed: 2, skipped: 0 });
  });
});

describe('runSteps', () => {
  it('continues after a failure, prints its output, and counts a crash as one failure', async () => {
    const said: string[] = [];
    const rows: Row[] = [];
    const steps = [
      { name: 'bad', run: async () => ({ counts: toSingleCount(1), output: 'file.ts:1 wrong' }) },
      { name: 'crash', run: () => Promise.reject(new Error('no such program')) },
      { name: 'good', run: async () => ({ counts: toSingleCount(0), output: 'chatter' }) },
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

  it('runs steps sequentially when they must not share the cores', async () => {
    const events: string[] = [];
    const step = (name: string) => ({
      name,
      run: async () => {
        events.push(`${name} starts`);
        await Promise.resolve();
        events.push(`${name} ends`);
        return { counts: toSingleCount(0), output: '' };
      },
    });
    await runSteps([step('unit'), step('journeys')], () => undefined, [], 1);
    expect(events).toEqual(['unit starts', 'unit ends', 'journeys starts', 'journeys ends']);
  });
});

/** Everything that states the version of a release agrees on it. */
describe('versions', () => {
  const read = (file: string) => readFileSync(path.join(repoRoot, file), 'utf8');
  const manifest = (folder: string) =>
    JSON.parse(read(`${folder}/package.json`)) as { version: string; dependencies: Record<string, string> };

  const PROGRAMS = ['.', ...REMOTE_PACKAGES, 'memory-service', 'mcp-server', 'tooling', 'e2e', 'production'];
  const { version } = manifest('host');
  const [latest = ''] = /^## \[\d[^]*?(?=^## \[|(?![^]))/m.exec(read('CHANGELOG.md')) ?? [];

  it.each(PROGRAMS)('%s has the version of the release', (folder) => {
    expect(manifest(folder).version).toBe(version);
  });

  it('changelog starts with the release and names the library versions', () => {
    expect(latest).toMatch(new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d\n`));
    const [contracts, components] = [manifest('shared-contracts'), manifest('shared-ui')];
    const [, released = '', withIt = ''] = /With contracts (\S+) and components (\S+)\./.exec(latest) ?? [];
    // Libraries may get newer compatible versions after a release.
    expect(satisfies(contracts.version, `^${released}`)).toBe(true);
    expect(satisfies(components.version, `^${withIt}`)).toBe(true);
  });

  it('compose file starts the images of the release', () => {
    const defaults = [...read('docker-compose.yml').matchAll(/\$\{VERSION:-([^}]*)\}/g)].map(
      ([, value]) => value,
    );
    expect(new Set(defaults)).toEqual(new Set([version]));
  });

  it.each(['remote-roster', 'remote-pulse'])(
    'example %s depends on the package versions of the release',
    (name) => {
      const example = JSON.parse(read(`examples/${name}/package.json`)) as Record<string, object>;
      expect(example['dependencies']).toMatchObject({
        '@hindsight/shared-contracts': manifest('shared-contracts').version,
        '@hindsight/shared-ui': manifest('shared-ui').version,
      });
      expect(example['devDependencies']).toMatchObject({ '@hindsight/remote-preset': version });
    },
  );
});
