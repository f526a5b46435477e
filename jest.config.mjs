/** Two Jest projects: Node for what runs on a server or in a build, jsdom for what runs in a browser. */
import { commonProject, testProject } from './tooling/jest/project.mjs';

const JEST = '<rootDir>/tooling/jest';

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
const TEMPLATE = '<rootDir>/tooling/create-remote/template';

const testsIn = (...packages) =>
  packages.flatMap((pkg) => [`<rootDir>/${pkg}/**/*.test.ts`, `<rootDir>/${pkg}/**/*.test.tsx`]);

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
      testMatch: testsIn(
        'gateway',
        'memory-service',
        'mcp-server',
        'import-formats',
        'shared-contracts',
        'tooling',
        'production',
        'bench',
      ).filter((pattern) => !(pattern.includes('shared-contracts') && pattern.endsWith('.tsx'))),
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, TEMPLATE],
    },
    {
      ...shared,
      displayName: 'jsdom',
      ...testProject(JEST),
      testMatch: [
        ...testsIn('host', 'remote-*', 'shared-ui', TEMPLATE.slice('<rootDir>/'.length)),
        // React of the contracts lives in shell/; its tests are .tsx.
        '<rootDir>/shared-contracts/**/*.test.tsx',
      ],
    },
  ],
};
