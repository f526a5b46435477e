/**
 * Groups test files into suites that load their modules once. Jest isolates the modules of each file, and reloading them takes half of a
 * run (docs/adr/0610-test-files-share-modules.md).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Large enough to benefit from shared modules, small enough for two workers to finish at about the same time. */
const FILES_IN_A_SUITE = 8;

/** Excludes files that replace modules, which need isolated ones, and files with a different environment than their project. */
const STANDS_ALONE = /\bjest\.(mock|doMock|resetModules|isolateModules)\(|@jest-environment (?!node\b)/;

const IGNORED = /(^|\/)(node_modules|dist|var|suites|template)\//;

/** The test files of a package, sorted by name. */
const listTests = (root, { pkg, endings }) =>
  readdirSync(path.join(root, pkg), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .filter((name) => !name.includes('.long.test.') && !IGNORED.test(name))
    .sort()
    .map((name) => `${pkg}/${name}`);

/** A suite requires each file in a `describe` block with its name, and restores real timers after it. */
const source = (root, files, first) =>
  [
    first,
    ...files.map(
      (file) => `describe(${JSON.stringify(file)}, () => {
  afterAll(() => jest.useRealTimers());
  require(${JSON.stringify(path.join(root, file))});
});
`,
    ),
  ].join('\n');

/**
 * Writes suites into `folder`, which is emptied first.
 * @param {object} of
 * @param {string} of.root folder of the packages.
 * @param {string} of.folder
 * @param {{ pkg: string, endings: string[] }[]} of.tests the packages, and the suffixes of their test files.
 * @param {string} of.first statement at the start of each suite.
 * @returns {string[]} files for Jest: the suites, and each test file that must run separately.
 */
export function writeSuites({ root, folder, tests, first }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const alone = [];
  const suites = [];
  for (const test of tests) {
    const standsAlone = (file) => STANDS_ALONE.test(readFileSync(path.join(root, file), 'utf8'));
    const together = [];
    for (const file of listTests(root, test)) (standsAlone(file) ? alone : together).push(file);
    for (let from = 0; from < together.length; from += FILES_IN_A_SUITE) {
      const name = `${test.pkg.replaceAll('/', '-')}-${from / FILES_IN_A_SUITE + 1}.test.js`;
      writeFileSync(
        path.join(folder, name),
        source(root, together.slice(from, from + FILES_IN_A_SUITE), first),
      );
      suites.push(path.join(folder, name));
    }
  }
  return [...suites, ...alone.map((file) => path.join(root, file))];
}
