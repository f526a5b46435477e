/** Two Jest projects: Node for servers and build tools, jsdom for browser code. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { commonProject, testProject } from './tooling/jest/project.mjs';
import { writeSuites } from './tooling/jest/suites.mjs';

const JEST = '<rootDir>/tooling/jest';
const root = import.meta.dirname;

/**
 * Tests with kills, full disks, floods, random histories and packed packages take a third of the time; `npm test` leaves them to `npm run
 * test:all`.
 */
const skipsLong = process.env.SKIP_LONG_TESTS === '1';

const shared = {
  ...commonProject(JEST, '@swc/jest'),
  // Anchored at the clone, which may itself be inside a folder named var or dist.
  modulePathIgnorePatterns: ['<rootDir>/var/', '<rootDir>/[^/]+/(dist|var)/'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/var/',
    '<rootDir>/[^/]+/(dist|var)/',
    '<rootDir>/e2e/',
    ...(skipsLong ? ['\\.long\\.test\\.ts$'] : []),
  ],
};

/** The template that `pnpm create:remote` copies: a remote like any other, whose tests run in jsdom. */
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

/** Only shell/ contains React; its tests are .tsx. */
const contracts = 'shared-contracts';

/** The test files of a project, or with `SHARE_MODULES=1` the suites that import them. */
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
  // Jest leaves one core free by default, which on two cores means one test file at a time.
  maxWorkers: '100%',
  // Objects left by earlier files slow down garbage collection, so a worker is replaced beyond this size.
  workerIdleMemoryLimit: '1.5GB',
  // Tests do not measure speed: a minute catches a hang and tolerates a slow machine.
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
      // Testing Library registers its cleanup in the describe block that imports it first, so each suite imports it at the top.
      testMatch: testsIn('jsdom', inBrowsers, 'tsx', "require('@testing-library/react');"),
    },
  ],
};
