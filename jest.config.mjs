/** Two Jest projects: Node for what runs on a server or in a build, jsdom for what runs in a browser. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { commonProject, testProject } from './tooling/jest/project.mjs';
import { writeSuites } from './tooling/jest/suites.mjs';

const JEST = '<rootDir>/tooling/jest';
const root = import.meta.dirname;

/** Kills, full disks, floods, random histories and packed packages take a third of the time: `npm test` leaves them to `npm run test:all`. */
const skipsLong = process.env.SKIP_LONG_TESTS === '1';

const shared = {
  ...commonProject(JEST, '@swc/jest'),
  // Anchored at the clone, which may itself be below a folder of such a name.
  modulePathIgnorePatterns: ['<rootDir>/var/', '<rootDir>/[^/]+/(dist|var)/'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/var/',
    '<rootDir>/[^/]+/(dist|var)/',
    '<rootDir>/e2e/',
    ...(skipsLong ? ['\\.long\\.test\\.ts$'] : []),
  ],
};

/** What `pnpm create:remote` copies: a remote like any other, whose tests run in jsdom. */
const TEMPLATE = 'tooling/create-remote/template';

const onServers = [
  'gateway',
  'memory-service',
  'mcp-server',
  'import-formats',
  'tooling',
  'production',
  'bench',
];
const inBrowsers = [
  'host',
  ...readdirSync(root).filter((name) => name.startsWith('remote-')),
  'shared-ui',
  TEMPLATE,
];

/** React of the contracts lives in shell/; its tests are .tsx. */
const contracts = 'shared-contracts';

/** The test files of a project, or with `SHARE_MODULES=1` the suites that read them. */
function testsIn(project, packages, contractsEnding, first) {
  if (process.env.SHARE_MODULES !== '1')
    return [
      ...packages.flatMap((pkg) => [`<rootDir>/${pkg}/**/*.test.ts`, `<rootDir>/${pkg}/**/*.test.tsx`]),
      `<rootDir>/${contracts}/**/*.test.${contractsEnding}`,
    ];
  return writeSuites({
    root,
    folder: path.join(root, 'tooling/jest/suites', project),
    first,
    tests: [
      ...packages.map((pkg) => ({ pkg, endings: ['.test.ts', '.test.tsx'] })),
      { pkg: contracts, endings: [`.test.${contractsEnding}`] },
    ],
  });
}

export default {
  // Jest leaves a processor free, which on two of them means one test file at a time.
  maxWorkers: '100%',
  // What earlier files left in memory makes each collection of garbage longer: beyond this a worker is replaced.
  workerIdleMemoryLimit: '1.5GB',
  // No test measures the machine: what hangs is found at the end of a minute, what is slow is let go on.
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      globalSetup: '<rootDir>/memory-service/src/testing/jestSetup.cjs',
      globalTeardown: '<rootDir>/memory-service/src/testing/jestTeardown.cjs',
      setupFilesAfterEnv: ['<rootDir>/tooling/jest/failOnConsole.ts'],
      testMatch: testsIn('node', onServers, 'ts', ''),
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, `<rootDir>/${TEMPLATE}/`],
    },
    {
      ...shared,
      displayName: 'jsdom',
      ...testProject(JEST),
      // The library takes what it has drawn away after each test of the block in which it is read first.
      testMatch: testsIn('jsdom', inBrowsers, 'tsx', "require('@testing-library/react');"),
    },
  ],
};
