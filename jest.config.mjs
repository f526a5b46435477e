/** Two Jest projects: Node for what runs on a server or in a build, jsdom for what runs in a browser. */
const shared = {
  transform: {
    '^.+\\.(ts|tsx|js|jsx)$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/tooling/jest/cssModule.cjs',
    '\\.css$': '<rootDir>/tooling/jest/emptyStyle.cjs',
    // Jest runs CommonJS, which antd has in a folder of its own.
    '^antd/es/(.*)$': 'antd/lib/$1',
  },
  // Anchored at the clone, which may itself be below a folder of such a name.
  modulePathIgnorePatterns: ['<rootDir>/var/', '<rootDir>/[^/]+/(dist|var)/'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/var/',
    '<rootDir>/[^/]+/(dist|var)/',
    '<rootDir>/e2e/',
  ],
  // The packages around react-markdown and those of secretlint are ES modules only, which Jest has to translate.
  transformIgnorePatterns: [
    '/node_modules/(?!\\.pnpm/)(?!(@secretlint|react-markdown|remark-|rehype-|micromark|mdast-|hast-|hastscript|unist-|vfile|unified|devlop|bail|trough|is-plain-obj|ccount|escape-string-regexp|markdown-table|longest-streak|zwitch|decode-named-character-reference|character-entities|character-reference-invalid|property-information|space-separated-tokens|comma-separated-tokens|trim-lines|html-url-attributes|estree-util-|stringify-entities|parse-entities|is-alpha|is-decimal|is-hexadecimal))',
  ],
  restoreMocks: true,
};

/** What `pnpm create:remote` copies: a remote like any other, whose tests run in jsdom. */
const TEMPLATE = '<rootDir>/tooling/create-remote/template';

const testsIn = (...packages) =>
  packages.flatMap((pkg) => [`<rootDir>/${pkg}/**/*.test.ts`, `<rootDir>/${pkg}/**/*.test.tsx`]);

export default {
  // Jest leaves a processor free, which on two of them means one test file at a time.
  maxWorkers: '100%',
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
      testMatch: testsIn('memory-service', 'mcp-server', 'shared-contracts', 'tooling', 'production').filter(
        (pattern) => !(pattern.includes('shared-contracts') && pattern.endsWith('.tsx')),
      ),
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, TEMPLATE],
    },
    {
      ...shared,
      displayName: 'jsdom',
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '/Dom/dynamicCSS$': '<rootDir>/tooling/jest/noStyles.cjs',
      },
      testEnvironment: '<rootDir>/tooling/jest/browserEnvironment.cjs',
      setupFilesAfterEnv: [
        '<rootDir>/tooling/jest/failOnConsole.ts',
        '<rootDir>/tooling/jest/browserSetup.ts',
      ],
      testMatch: [
        ...testsIn('host', 'remote-*', 'shared-ui', TEMPLATE.slice('<rootDir>/'.length)),
        // React of the contracts lives in shell/; its tests are .tsx.
        '<rootDir>/shared-contracts/**/*.test.tsx',
      ],
    },
  ],
};
