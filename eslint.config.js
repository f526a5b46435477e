/** One lint configuration for all packages. Each message says what to do instead. */
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { plugin as vocabulary } from './tooling/checks/vocabulary.mjs';

const FETCH = {
  name: 'fetch',
  message: 'Call the service through the typed client of @hindsight/shared-contracts/api/client.',
};
const STORAGE = ['localStorage', 'sessionStorage'].map((name) => ({
  name,
  message:
    'Browser storage belongs to the host (session, workspace, get-started); ask the shell for the value, or remember a way of showing things with usePreference and what is typed with useDraft.',
}));
const DIALOGS = ['alert', 'confirm', 'prompt'].map((name) => ({
  name,
  message:
    'Use the dialog or toast of shared-ui: a blocking browser dialog cannot be styled, tested or read well.',
}));

const windowMember = (name, message) => ({
  selector: `MemberExpression[object.name=/^(window|globalThis|self)$/][property.name="${name}"]`,
  message,
});
const TEST_FLOW = [
  {
    selector:
      'CallExpression[callee.object.name=/^(describe|it|test)$/][callee.property.name=/^(only|skip|fixme|todo)$/]',
    message: 'Run every test. One that cannot run here needs an eslint-disable with the reason beside it.',
  },
  {
    selector: 'CallExpression[callee.name=/^(fit|fdescribe|xit|xtest|xdescribe)$/]',
    message: 'Run every test: no focused and no skipped ones.',
  },
];
const DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message:
    'Export by name: one name everywhere, found by search. Only config files and the exposed modules of remotes default-export.',
};
const MEMBERS = {
  fetch: windowMember('fetch', FETCH.message),
  storage: STORAGE.map(({ name, message }) => windowMember(name, message)),
  dialogs: DIALOGS.map(({ name, message }) => windowMember(name, message)),
};

/** Globals and syntax for a set of packages, minus what those packages own. */
function restrictions({ fetch = false, storage = false, defaultExport = false } = {}) {
  return {
    'no-restricted-globals': ['error', ...DIALOGS, ...(fetch ? [] : [FETCH]), ...(storage ? [] : STORAGE)],
    'no-restricted-syntax': [
      'error',
      ...TEST_FLOW,
      ...MEMBERS.dialogs,
      ...(fetch ? [] : [MEMBERS.fetch]),
      ...(storage ? [] : MEMBERS.storage),
      ...(defaultExport ? [] : [DEFAULT_EXPORT]),
    ],
  };
}

/** Where components and hooks live. */
const REACT_FILES = [
  '{host,remote-*,shared-ui,shared-contracts}/**/*.{ts,tsx}',
  'tooling/create-remote/template/**/*.{ts,tsx}',
  'examples/**/*.{ts,tsx}',
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/var/**',
      '**/.federation/**',
      'playwright-report/**',
      'test-results/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      eqeqeq: ['error', 'smart'],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'prefer-const': 'error',
      'no-undef': 'off', // TypeScript knows better.
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      ...restrictions(),
    },
  },
  // A text of others must not be able to choose how long a pattern takes. What the rules cannot see, memory-service/src/hostileTexts.long.test.ts tries.
  {
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    ignores: ['tooling/checks/vocabulary.mjs', 'tooling/contracts/**'],
    plugins: { vocabulary },
    rules: { 'vocabulary/words': 'error' },
  },
  // Its rules compile each file as React would, which takes three quarters of the whole lint: only where there is React. `npm test` leaves
  // all but the rules of hooks to `npm run test:all` and `pnpm lint`.
  process.env.SKIP_LONG_TESTS === '1'
    ? {
        files: REACT_FILES,
        plugins: { 'react-hooks': reactHooks },
        rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'warn' },
      }
    : { files: REACT_FILES, ...reactHooks.configs.flat.recommended },
  {
    files: ['gateway/**', 'memory-service/**', 'e2e/**', 'tooling/**', 'production/**', 'bench/**'],
    rules: restrictions({ fetch: true }),
  },
  { files: ['shared-contracts/src/api/client/**'], rules: restrictions({ fetch: true, storage: true }) },
  // The registry, the configuration and the remotes' files are static files, and reports go to a collector: none of them is a call of the service.
  {
    files: ['host/src/federation/**', 'host/src/settings/**', 'host/src/telemetry/**'],
    rules: restrictions({ fetch: true }),
  },
  {
    files: ['host/src/session/**', 'host/src/workspace/**', 'host/src/get-started/**'],
    rules: restrictions({ storage: true }),
  },
  // The theme is chosen before anything else runs, so that the first paint has it.
  { files: ['shared-ui/src/theme/**'], rules: restrictions({ storage: true }) },
  {
    files: ['shared-contracts/src/shell/useDraft*', 'shared-contracts/src/shell/usePreference*'],
    rules: restrictions({ storage: true }),
  },
  // The boot script asks who is signed in while the bundles are still on their way; the client is in those bundles.
  { files: ['host/src/boot/**'], rules: restrictions({ fetch: true, storage: true }) },
  // Each test of a page begins with an empty storage.
  { files: ['tooling/jest/**'], rules: restrictions({ fetch: true, storage: true }) },
  // In a browser test, page.evaluate() runs in the page, where storage is the thing under test.
  { files: ['e2e/**'], rules: restrictions({ fetch: true, storage: true }) },
  // Plugins of federation's runtime, which calls their default export.
  { files: ['tooling/federation/runtime/**'], rules: restrictions({ fetch: true, defaultExport: true }) },
  { files: ['remote-*/src/remote/entry.{ts,tsx}'], rules: restrictions({ defaultExport: true }) },
  {
    files: ['**/*.config.{js,mjs,cjs,ts}', 'e2e/support/globalSetup.ts', 'e2e/support/globalTeardown.ts'],
    rules: restrictions({ fetch: true, defaultExport: true }),
  },
  {
    files: ['gateway/**', 'tooling/**', 'e2e/**', 'production/**', 'bench/**', 'memory-service/**/log*.ts'],
    rules: { 'no-console': 'off' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
