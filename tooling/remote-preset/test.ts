/** `hindsight-remote test`: type check, then the tests in jsdom with the settings of the product's own remotes. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { testProject } from '../jest/project.mjs';

const require = createRequire(import.meta.url);
const program = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

function run(root: string, script: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

/** Whether the type check passes. */
export const checkTypes = (root: string): Promise<boolean> =>
  run(root, program('typescript', 'bin/tsc'), ['-p', 'tsconfig.json', '--noEmit']);

/**
 * @param words arguments for Jest, e.g. a file name.
 * @returns whether all tests passed.
 */
export function runTests(root: string, words: readonly string[]): Promise<boolean> {
  const project = testProject(path.join(import.meta.dirname, 'jest'), 'cjs', require.resolve('@swc/jest'));
  const testMatch = ['<rootDir>/src/**/*.test.{ts,tsx}'];
  // Slow tests on a busy machine are not failures.
  const config = { ...project, rootDir: root, testMatch, testTimeout: 60_000 };
  return run(root, program('jest', 'bin/jest.js'), ['--config', JSON.stringify(config), ...words]);
}
