/**
 * Scenarios for the faults that users of Module Federation report most often. Those with the real runtime are here; the others:
 *
 * - core#4220, core#2208, webpack#16081 (chunks of an older version after a deploy, a stale entry, a chunk that failed stays failed):
 *   e2e/resilience/releases.spec.ts and remotes.spec.ts, poll and immutable addresses in releases/sources.test.tsx
 * - core#856 (styles of a remote arrive late): gateway/src/documents.test.ts
 * - examples#3170 (styles of a remote reach the host): tooling/styles
 * - examples#2447 (a shared module is not available for eager consumption): tooling/federation/webpack.long.test.ts
 * - core#4993 (a build shares less than the host): tooling/federation/federation.test.ts
 */
import * as React from 'react';
import { createInstance, init } from '@module-federation/runtime';
import type { Container } from './loader';
import { createRemoteLoader } from './loader';
import { exampleRelease, fakeScripts } from './testing';

const exposed = { routes: [], slots: {} };

/** Copies of react that remotes received. */
let got: unknown[];
/** Number of times the host's copy of the table was fetched. */
let fetched = 0;

beforeEach(() => (got = []));
/** Starts the runtime as the host's build does: React is in the initial files, the table is not. */
beforeAll(async () => {
  const shared = (version: string, requiredVersion: string) => ({
    version,
    shareConfig: { singleton: true, strictVersion: true, requiredVersion },
  });
  const host = init({
    name: 'host',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: {
      react: { ...shared('19.3.1', '^19.3.0'), lib: () => React },
      '@hindsight/shared-ui/table': {
        ...shared('3.1.0', '^3.0.0'),
        get: async () => {
          fetched += 1;
          const table = {};
          return () => table;
        },
      },
    },
  });
  await host.loadShare('react');
});

interface Shares {
  request?: string;
  range?: string;
  /** A separate copy, as a build with other settings bundles it. */
  own?: { version: string; copy: unknown };
}

/** A remote with its own runtime, as builds produce; it requests a shared module when its module is requested. */
function remote(name: string, { request = 'react', range = '^19.3.0', own }: Shares = {}): Container {
  const shareConfig = { singleton: true, strictVersion: true, requiredVersion: range };
  const instance = createInstance({
    name,
    remotes: [],
    shared: own ? { [request]: { version: own.version, get: async () => () => own.copy, shareConfig } } : {},
    shareStrategy: 'loaded-first',
  });
  return {
    async init(scope) {
      instance.initShareScopeMap('default', scope as never);
      await Promise.all(instance.initializeSharing('default', { from: 'build' }));
    },
    async get() {
      const factory = await instance.loadShare<unknown>(request, { customShareInfo: { shareConfig } });
      if (!factory) throw new Error(`${request} does not satisfy the requirement ${range}.`);
      got.push(factory());
      return () => exposed;
    },
  };
}

/** Loads remotes in parallel through the host's loader. */
async function loadAll(remotes: Record<string, Shares>): Promise<unknown[]> {
  const load = createRemoteLoader(async () => null);
  const entries = Object.entries(remotes);
  const scripts = fakeScripts(
    entries.map(([name, shares]) => ({ leaves: name, container: remote(name, shares) })),
  );
  const releases = entries.map(([name]) =>
    exampleRelease({ container: name, version: name, baseUrl: `http://localhost:3001/${name}/` }),
  );
  try {
    return await Promise.all(
      releases.map((release) => load('memory', release).catch((error: unknown) => error)),
    );
  } finally {
    scripts.stop();
  }
}

it("core#2789, core#3209: keeps the page's copy of a singleton when a remote brings its own", async () => {
  await loadAll({ brings_same: { own: { version: '19.3.1', copy: 'its own' } } });
  await loadAll({ brings_newer: { own: { version: '19.9.0', copy: 'newer' } } });
  await loadAll({ brings_none: {} });
  expect(got.map((copy) => copy === React)).toEqual([true, true, true]);
});

it('core#3590: creates a shared module once for remotes that request it at the same time', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `at_once_${index}`);
  await loadAll(
    Object.fromEntries(
      names.map((name) => [name, { request: '@hindsight/shared-ui/table', range: '^3.0.0' }]),
    ),
  );
  expect([got.length, new Set(got).size, fetched]).toEqual([10, 1, 1]);
});

it('core#59: rejects a remote for another version with a readable reason, and runs the others', async () => {
  const [refused, loaded] = await loadAll({ needs_react_20: { range: '^20.0.0' }, needs_react_19: {} });
  expect(refused).toMatchObject({
    failure: {
      kind: 'incompatible',
      reason: expect.stringContaining('built for another version of this dashboard') as string,
    },
  });
  expect(loaded).toBe(exposed);
});

it("examples#1142: initializes a container's share scope once, however many pages request it", async () => {
  const container = remote('asked_often');
  const init = jest.spyOn(container, 'init');
  const scripts = fakeScripts([{ leaves: 'asked_often', container }]);
  const load = createRemoteLoader(async () => null);
  const release = exampleRelease({ container: 'asked_often', baseUrl: 'http://localhost:3001/asked_often/' });
  await Promise.all([load('memory', release), load('memory', release)]);
  await load('memory', release);
  scripts.stop();
  expect(init).toHaveBeenCalledTimes(1);
});

it('core#4807: runs a new release beside the old one under the same name, without reusing its cached code', async () => {
  const load = createRemoteLoader(async () => null);
  const at = (version: string) =>
    exampleRelease({
      version,
      container: `remote_memory_${version}`,
      baseUrl: `http://localhost:3001/memory/${version}/`,
    });
  const modules = ['1', '2'].map((title) => ({
    routes: [{ path: `/${title}`, load: async () => () => null }],
    slots: {},
  }));
  const scripts = fakeScripts(
    modules.map((one, index) => ({
      leaves: `remote_memory_${index + 1}`,
      container: { init: () => undefined, get: async () => () => one },
    })),
  );
  expect(await load('memory', at('1'))).toBe(modules[0]);
  expect(await load('memory', at('2'))).toBe(modules[1]);
  expect(await load('memory', at('1'))).toBe(modules[0]);
  scripts.stop();
  expect(scripts.asked.map((url) => new URL(url).pathname)).toEqual([
    '/memory/1/remoteEntry.js',
    '/memory/2/remoteEntry.js',
  ]);
});
