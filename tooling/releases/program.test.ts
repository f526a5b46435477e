import { cpSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { setCommandName } from './commandName';
import type { Repository } from './commands';
import { connectHost } from './host';
import { makeRelease } from './makeRelease';
import { addReleaseCommands } from './program';
import { exampleBuild } from './testing/exampleBuild';
import { author, releaseFolder } from './testing/releaseFolder';

let releases: ReturnType<typeof releaseFolder>;
let printed: string[];
beforeEach(() => {
  releases = releaseFolder();
  printed = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  setCommandName(null);
  releases.remove();
});

const repository = (): Repository => ({
  root: releases.folder,
  remotes: ['memory'],
  ships: () => false,
  version: () => '1.0.0',
  buildable: (remote) => ({
    remote,
    sources: { root: releases.folder, inputs: [] },
    checkTypes: async () => {
      throw new Error('src/page.tsx(1,10): error TS2305: there is no Buton.');
    },
    runTests: async () => undefined,
    compile: async () => undefined,
  }),
  store: () => releases.store,
  publicUrl: releases.place.publicUrl,
  host: () => connectHost('http://localhost:9'),
});

/** @param remote null for the repository of a single remote. */
function run(remote: '<remote>' | null, words: string) {
  const program = new Command().exitOverride();
  addReleaseCommands(program, repository, remote);
  program.configureOutput({ writeErr: () => undefined });
  program.commands.forEach((command) =>
    command.exitOverride().configureOutput({ writeErr: () => undefined }),
  );
  // The test has neither a public address nor a browser.
  const skips = /^(promote|canary)/.test(words) ? ['--skip-page-check', '--skip-address-check'] : [];
  return program.parseAsync([...words.split(' '), ...skips, '--by', 'Ada'], { from: 'user' });
}

const COMMANDS = [
  'release',
  'promote',
  'canary',
  'rollback',
  'disable',
  'enable',
  'retire',
  'restore',
  'status',
  'releases',
  'source',
  'sign',
  'keys',
  'repair',
];

it.each(['<remote>', null] as const)('offers the same commands for %s', (remote) => {
  const program = new Command();
  addReleaseCommands(program, repository, remote);
  expect(program.commands.map((command) => command.name())).toEqual(COMMANDS);
});

it("rolls back from a remote's repository, and marks the version as bad", async () => {
  setCommandName('hindsight-remote');
  await releases.ship('memory', '1.0.0', '1.1.0');
  await run(null, 'rollback --reason slow');
  expect(await releases.live()).toEqual(['memory 1.0.0']);
  await expect(run(null, 'promote 1.1.0')).rejects.toThrow(/1\.1\.0 was rolled back by Ada .*\(slow\)/);
  await run(null, 'promote 1.1.0 --force --reason repaired');
  expect(await releases.live()).toEqual(['memory 1.1.0']);
});

it("runs canary, disable, enable, retire and restore from a remote's repository", async () => {
  await releases.ship('memory', '1.0.0');
  await releases.publish('memory', '1.1.0');
  await run(null, 'canary 1.1.0 10');
  await run(null, 'canary off');
  await run(null, 'disable --reason wrong');
  expect((await releases.registry()).disabled).toEqual({ memory: { reason: 'wrong' } });
  await run(null, 'enable');
  await run(null, 'retire');
  await run(null, 'restore');
  expect(await releases.live()).toEqual(['memory 1.0.0']);
  expect(printed.at(-1)).toBe('restore: memory (none) → 1.0.0, registry 7');
});

it.each([
  ['contracts that are no range', { contracts: '>=3' }, 'contracts: ">=3" isn’t a version range'],
  [
    'styles of the whole page',
    { css: 'button { background: red !important }' },
    'page.css:1: "button" would style elements of the whole page.',
  ],
])('does not promote a release with %s from any bundler unless forced', async (_, build, reason) => {
  await releases.publish('memory', '1.0.0', build);
  await expect(run(null, 'promote 1.0.0')).rejects.toThrow(reason);
  await run(null, 'promote 1.0.0 --force --reason known');
  expect(await releases.live()).toEqual(['memory 1.0.0']);
});

it("takes the remote as the first argument in the host's clone", async () => {
  await releases.ship('memory', '1.0.0', '1.1.0');
  await run('<remote>', 'rollback memory');
  expect(await releases.live()).toEqual(['memory 1.0.0']);
  await expect(run('<remote>', 'rollback')).rejects.toThrow('Which remote? Remotes: memory.');
});

it.each(['rollback memory 1.0.0 more', 'promote memory --loud', 'fly memory'])('refuses "%s"', (words) =>
  expect(run('<remote>', words)).rejects.toThrow(/too many arguments|unknown option|unknown command/),
);

it.each(['release', 'release --skip-tests'])('publishes nothing with type errors on "%s"', async (words) => {
  await expect(run(null, words)).rejects.toThrow('error TS2305: there is no Buton.');
  expect(await releases.store.list('memory')).toEqual([]);
});

it('does not promote an untested release unless forced', async () => {
  const build = exampleBuild(path.dirname(releases.folder), 'memory', '1.0.0');
  const buildable = {
    ...repository().buildable('memory'),
    checkTypes: async () => undefined,
    runTests: async () => {
      throw new Error('a test fails');
    },
    compile: async (_version: string, folder: string) => cpSync(build, folder, { recursive: true }),
  };
  await expect(makeRelease(releases.store, buildable, '1.0.0', author)).rejects.toThrow('a test fails');
  await makeRelease(releases.store, buildable, '1.0.0', author, { untested: true });
  await expect(run(null, 'promote 1.0.0')).rejects.toThrow('memory 1.0.0 was released without its tests.');
  await run(null, 'promote 1.0.0 --force --reason checked-by-hand');
  expect(await releases.live()).toEqual(['memory 1.0.0']);
});

it('checks types and tests before compiling', async () => {
  const steps: string[] = [];
  const build = {
    ...repository().buildable('memory'),
    checkTypes: async () => void steps.push('types'),
    runTests: async () => void steps.push('tests'),
    compile: async () => {
      steps.push('compile');
      throw new Error('enough');
    },
  };
  await expect(makeRelease(releases.store, build, '1.0.0', author)).rejects.toThrow('enough');
  expect(steps).toEqual(['types', 'tests', 'compile']);
});
