/** Fixture: a release store in a temporary folder that publishes small builds and reports what is live. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Registry } from '@hindsight/shared-contracts/registry';
import { type Place, type Wanted } from '../actions';
import { promote } from '../promote';
import type { AuditLine } from '../audit';
import { folderStore } from '../folderStore';
import { publishFolder } from '../makeRelease';
import { type Author, readStoredRegistry } from '../registryChange';
import type { Store } from '../store';
import { exampleBuild } from './exampleBuild';

export const author: Author = { who: 'Ada', reason: null };

interface ReleaseFolder {
  /** The store's folder. */
  folder: string;
  store: Store;
  place: Place;
  publish(remote: string, version: string, build?: Parameters<typeof exampleBuild>[3]): Promise<unknown>;
  /** Publishes and promotes versions of a remote one after the other. */
  ship(remote: string, ...versions: string[]): Promise<void>;
  promote(wanted: Wanted[], by?: Author): Promise<AuditLine[]>;
  registry(): Promise<Registry>;
  /** `memory 1.0.0` for each remote in the registry. */
  live(): Promise<string[]>;
  remove(): void;
}

export function releaseFolder(): ReleaseFolder {
  const root = mkdtempSync(path.join(os.tmpdir(), 'releases-'));
  const folder = path.join(root, 'store');
  const store = folderStore(folder);
  const place = { store, publicUrl: 'https://files.test/r/' };
  const registry = async () => (await readStoredRegistry(store)).registry;
  const publish: ReleaseFolder['publish'] = (remote, version, build) =>
    publishFolder(store, remote, version, exampleBuild(root, remote, version, build), author);
  return {
    folder,
    store,
    place,
    publish,
    async ship(remote, ...versions) {
      for (const version of versions) {
        await publish(remote, version);
        await promote(place, [{ remote, version }], author);
      }
    },
    promote: (wanted, by = author) => promote(place, wanted, by),
    registry,
    live: async () =>
      Object.entries((await registry()).remotes).map(([remote, { version }]) => `${remote} ${version}`),
    remove: () => rmSync(root, { recursive: true }),
  };
}
