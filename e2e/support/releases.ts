/** A folder of releases made of the local builds, to be served by a stack of one's own: publish, promote, roll back, try. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HASHES_FILE, type Registry, RELEASE_FILE, type Release } from '@hindsight/shared-contracts/registry';
import {
  folderStore,
  integrityOf,
  promote,
  publishFolder,
  rollback,
  startCanary,
  stopCanary,
} from '../../tooling/releases/door';

const repoRoot = fileURLToPath(new URL('../../', import.meta.url));
const author = { who: 'e2e', reason: null };

export interface Change {
  before: string;
  after: string;
}

export interface ReleaseFolder {
  /** For `startOwnStack({}, dir)`. */
  dir: string;
  registry(): Registry;
  /** Publishes the live build of a remote under another version, with texts exchanged; not live yet. */
  publish(remote: string, version: string, changes?: Change[]): Promise<void>;
  promote(remote: string, version: string): Promise<unknown>;
  rollback(remote: string): Promise<unknown>;
  /** @param organizations their ids. */
  canary(remote: string, version: string, organizations: string[]): Promise<unknown>;
  noCanary(remote: string): Promise<unknown>;
  remove(): void;
}

/** As the compiler writes a version into the name of a build's chunk table. */
const identifier = (text: string) => text.replace(/[^A-Za-z0-9]/g, '_');

/** Exchanges texts in the scripts of a build, gives it its own chunk table, and renews hashes and description. */
function rewrite(folder: string, version: string, changes: Change[]): void {
  const description = path.join(folder, RELEASE_FILE);
  const release = JSON.parse(readFileSync(description, 'utf8')) as Release;
  const integrity = { ...release.integrity };
  const unseen = new Set(changes);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.js'))) {
    let text = readFileSync(path.join(folder, name), 'utf8');
    text = text.replaceAll(identifier(release.version), identifier(version));
    for (const change of changes) {
      if (!text.includes(change.before)) continue;
      unseen.delete(change);
      text = text.replaceAll(change.before, change.after);
    }
    writeFileSync(path.join(folder, name), text);
    for (const twin of ['.br', '.gz']) rmSync(path.join(folder, name + twin), { force: true });
    integrity[name] = integrityOf(text);
  }
  if (unseen.size > 0) throw new Error(`No script of ${release.version} says "${[...unseen][0]?.before}".`);
  const list = JSON.stringify(
    Object.fromEntries(Object.entries(integrity).filter(([name]) => /\.(js|css)$/.test(name))),
  );
  writeFileSync(path.join(folder, HASHES_FILE), list);
  for (const twin of ['.br', '.gz']) rmSync(path.join(folder, HASHES_FILE + twin), { force: true });
  integrity[HASHES_FILE] = integrityOf(list);
  const builtAt = new Date().toISOString();
  writeFileSync(description, JSON.stringify({ ...release, version, integrity, builtAt }));
}

/**
 * Every remote's local build, published and live.
 * @param root clone whose builds are taken; this one by default.
 */
export async function createReleases(root = repoRoot): Promise<ReleaseFolder> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hindsight-releases-'));
  const place = { store: folderStore(dir), publicUrl: 'http://localhost:3000/' };
  const registryFile = path.join(dir, 'registry.json');
  const registry = () => JSON.parse(readFileSync(registryFile, 'utf8')) as Registry;
  const built = JSON.parse(readFileSync(path.join(root, 'var/registry.json'), 'utf8')) as Registry;
  for (const [remote, { version }] of Object.entries(built.remotes)) {
    const folder = path.join(root, `remote-${remote}/dist`, version);
    await publishFolder(place.store, remote, version, folder, author);
    await promote(place, remote, version, author);
  }
  return {
    dir,
    registry,
    async publish(remote, version, changes = []) {
      const live = built.remotes[remote]?.version;
      if (!live) throw new Error(`${remote} is not built.`);
      const draft = mkdtempSync(path.join(os.tmpdir(), 'hindsight-draft-'));
      cpSync(path.join(root, `remote-${remote}/dist`, live), draft, { recursive: true });
      rewrite(draft, version, changes);
      await publishFolder(place.store, remote, version, draft, author);
      rmSync(draft, { recursive: true });
    },
    promote: (remote, version) => promote(place, remote, version, author),
    rollback: (remote) => rollback(place, remote, author),
    canary: (remote, version, organizations) =>
      startCanary(place, remote, version, { organizations }, author),
    noCanary: (remote) => stopCanary(place, remote, author),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
