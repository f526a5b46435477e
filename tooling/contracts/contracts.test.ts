/**
 * @jest-environment ./tooling/jest/browserEnvironment.cjs
 *
 * Verifies the contracts between host and remotes before release: each remote's real entry point goes through the host's real loader and
 * federation runtime (with an in-memory container instead of a built file), and the host is checked against each descriptor.
 */
import path from 'node:path';
import { Capability, endpoints } from '@hindsight/shared-contracts/api';
import {
  CONTRACTS_VERSION,
  parseDescriptor,
  type RemoteDescriptor,
  satisfies,
  type Release,
} from '@hindsight/shared-contracts/registry';
import type { RemoteModule } from '@hindsight/shared-contracts/shell';
import { createRemoteLoader, type Container } from '../../host/src/federation/loader';
import { loadedRemote } from '../../host/src/federation/remotes';
import { fakeScripts, startRuntime } from '../../host/src/federation/testing';
import { HOST_PARTS } from '../../host/src/account/parts';
import { findPage, listPages } from '../../host/src/shell/navigation';
import { listOverlays } from '../../host/src/shell/overlayAddress';
import { isIconName } from '@hindsight/shared-ui/core';
import { containerName } from '../federation/containerName';
import { sharedPolicy } from '../federation/sharedPolicy';
import { installedVersions } from '../federation/versions';
import { REMOTE_NAMES } from '../local-stack/parts';

const root = path.resolve(__dirname, '../..');
const packageName = (name: string) => path.join(root, `remote-${name}`);
const hostShares = sharedPolicy('host', installedVersions(path.join(root, 'host')));

type Scope = Record<string, Record<string, unknown>>;

/** Simulates a remote's build: its real entry point, and its requirements on the share scope. */
async function built(name: string): Promise<{ release: Release; entry: RemoteModule; container: Container }> {
  const { descriptor } = (await import(path.join(packageName(name), 'src/remote/descriptor.ts'))) as {
    descriptor: RemoteDescriptor;
  };
  const entry = (await import(path.join(packageName(name), 'src/remote/entry.ts'))) as RemoteModule;
  const demands = sharedPolicy('remote', installedVersions(packageName(name)));
  const container: Container = {
    init(scope) {
      for (const [request, { requiredVersion }] of Object.entries(demands)) {
        const offered = Object.keys((scope as Scope)[request] ?? {});
        if (!offered.some((version) => satisfies(version, requiredVersion)))
          throw new Error(`The host offers no ${request} ${requiredVersion}, only ${offered.join(', ')}.`);
      }
    },
    get: async (id) => {
      if (id !== './remote') throw new Error(`There is no ${id}.`);
      return () => entry;
    },
  };
  const version = '1.0.0-contract';
  const release: Release = {
    version,
    baseUrl: `http://localhost:3001/${name}/${version}/`,
    entry: 'remoteEntry.js',
    container: containerName(name, '1.0.0'),
    parts: {},
    integrity: {},
    builtAt: '2026-01-01T00:00:00.000Z',
    descriptor,
  };
  return { release, entry, container };
}

beforeAll(() => {
  startRuntime(
    Object.fromEntries(
      Object.entries(hostShares).map(([request, { version = '', requiredVersion }]) => [
        request,
        { version, requiredVersion, lib: () => ({}) },
      ]),
    ),
  );
});

describe.each(REMOTE_NAMES)('remote %s', (name) => {
  it("loads through the host's loader, using only modules that the host shares", async () => {
    const { release, entry, container } = await built(name);
    const scripts = fakeScripts([{ leaves: release.container, container }]);
    const load = createRemoteLoader(async () => null);
    await expect(load(name, release)).resolves.toBe(entry);
    scripts.stop();
  });

  it('exposes exactly what its descriptor declares', async () => {
    const { release, entry } = await built(name);
    const { routes, slots } = loadedRemote(entry);
    const { descriptor } = release;
    for (const { path: promised } of descriptor.routes) {
      expect(routes.some(({ path: kept }) => kept === promised || kept === `${promised}/*`)).toBe(true);
    }
    const open = descriptor.routes.map((route) => route.path);
    for (const { path: kept = '' } of routes) expect(open.some((one) => kept.startsWith(one))).toBe(true);
    expect(Object.keys(slots).sort()).toEqual([...descriptor.slots].sort());
    for (const { slot } of descriptor.overlays ?? []) expect(descriptor.slots).toContain(slot);
  });

  it("uses only pages, calls, capabilities and icons that this host's contracts define", async () => {
    const { descriptor } = (await built(name)).release;
    expect(parseDescriptor(descriptor)).toEqual(descriptor);
    expect(descriptor.name).toBe(name);
    expect(satisfies(CONTRACTS_VERSION, descriptor.contracts)).toBe(true);
    for (const call of descriptor.needs) expect(Object.keys(endpoints)).toContain(call);
    for (const { navigation, accountEntry, capabilities = [] } of descriptor.routes) {
      for (const capability of capabilities) expect(Capability.options).toContain(capability);
      for (const entry of [navigation, accountEntry]) if (entry) expect(isIconName(entry.icon)).toBe(true);
    }
  });
});

describe('all remotes together', () => {
  const all = async () =>
    Object.fromEntries(
      await Promise.all(REMOTE_NAMES.map(async (name) => [name, (await built(name)).release] as const)),
    );

  it('have no page in common with each other or with the host', async () => {
    const remotes = await all();
    const pages = listPages({ schema: 1, updatedAt: '', remotes }, HOST_PARTS.pages);
    for (const [name, { descriptor }] of Object.entries(remotes)) {
      for (const { path: route } of descriptor.routes) {
        expect(findPage(pages, route.replaceAll(/:\w+/g, '7'))).toMatchObject({ remote: name });
      }
    }
  });

  it('use distinct parameters for their dialogs', async () => {
    const overlays = listOverlays({ schema: 1, updatedAt: '', remotes: await all() }, HOST_PARTS.overlays);
    const names = overlays.flatMap(({ opens }) => opens);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('have distinct positions in the sidebar', async () => {
    const orders = Object.values(await all()).flatMap(({ descriptor }) =>
      descriptor.routes.flatMap(({ navigation }) => (navigation ? [navigation.order] : [])),
    );
    expect(new Set(orders).size).toBe(orders.length);
  });
});
