/**
 * Suites of test files that load their modules once. Jest gives each file a world of its own, and reading the same modules into each
 * takes half of the time of a run (docs/adr/0610-test-files-share-modules.md).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Enough to gain from what is loaded, and few enough for two processes to end at about the same time. */
const FILES_IN_A_SUITE = 8;

/** What replaces modules needs modules of its own, and what names another environment than its project has. */
const STANDS_ALONE = /\bjest\.(mock|doMock|resetModules|isolateModules)\(|@jest-environment (?!node\b)/;

const IGNORED = /(^|\/)(node_modules|dist|var|suites|template)\//;

/** The test files of a package, in the order of their names. */
const listTests = (root, { pkg, endings }) =>
  readdirSync(path.join(root, pkg), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .filter((name) => !name.includes('.long.test.') && !IGNORED.test(name))
    .sort()
    .map((name) => `${pkg}/${name}`);

/** A suite reads each file in a block of its name, after which the clock is the real one again. */
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
 * @param {{ pkg: string, endings: string[] }[]} of.tests the packages, and how the names of their test files end.
 * @param {string} of.first statement that runs before the files of each suite.
 * @returns {string[]} what Jest runs: the suites, and each file that has to be alone.
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
