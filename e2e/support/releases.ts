/** A folder of releases made from the local builds, for a separate stack: publish, promote, roll back, start a canary. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { type Registry, RELEASE_FILE, type Release } from '@hindsight/shared-contracts/registry';
import {
  folderStore,
  computeIntegrity,
  promote,
  publishFolder,
  rollback,
  startCanary,
} from '../../tooling/releases';

const repoRoot = fileURLToPath(new URL('../../', import.meta.url));
const author = { who: 'e2e', reason: null };

/** Differences from the live build. */
interface Variation {
  /** Changes the text of each script; at least one must change. */
  edit?(code: string, file: string): string;
  descriptor?: Partial<Release['descriptor']>;
}

export interface ReleaseFolder {
  /** For `startOwnStack({}, { releasesDir: dir })`. */
  dir: string;
  /** Publishes the live build of a remote under another version, without promoting it. */
  publish(remote: string, version: string, variation?: Variation): Promise<void>;
  /** @param hostContracts like the command's `--host-contracts`. */
  promote(remote: string, version: string, hostContracts?: string): Promise<unknown>;
  rollback(remote: string): Promise<unknown>;
  /**
   * @param organizations ids of organizations.
   * @param auto steps of an automatic canary; each ends once this many tabs have reported.
   */
  canary(
    remote: string,
    version: string,
    organizations: string[],
    auto?: { steps: number[]; minTabs: number },
  ): Promise<unknown>;
  /** Restores the initial registry and audit log. */
  reset(): void;
  remove(): void;
}

/** How the compiler turns a version into the name of a build's chunk table. */
const identifier = (text: string) => text.replace(/[^A-Za-z0-9]/g, '_');

function removeTwins(folder: string, file: string): void {
  for (const twin of ['.br', '.gz']) rmSync(path.join(folder, file + twin), { force: true });
}

/** Edits the scripts of a build, gives it a separate chunk table, and renews hashes and description. */
function rewrite(folder: string, version: string, { edit, descriptor }: Variation): void {
  const description = path.join(folder, RELEASE_FILE);
  const release = JSON.parse(readFileSync(description, 'utf8')) as Release;
  const integrity = { ...release.integrity };
  let changed = edit === undefined;
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.js'))) {
    const before = readFileSync(path.join(folder, name), 'utf8');
    const edited = edit?.(before, name) ?? before;
    changed ||= edited !== before;
    const text = edited.replaceAll(identifier(release.version), identifier(version));
    writeFileSync(path.join(folder, name), text);
    integrity[name] = computeIntegrity(text);
    removeTwins(folder, name);
  }
  if (!changed) throw new Error(`${version} is the same as ${release.version}.`);
  // The entry contains the hashes of all other files.
  const entry = path.join(folder, release.entry);
  const renewed = Object.keys(release.integrity).reduce(
    (text, name) => text.replaceAll(release.integrity[name]!, integrity[name]!),
    readFileSync(entry, 'utf8'),
  );
  writeFileSync(entry, renewed);
  integrity[release.entry] = computeIntegrity(renewed);
  removeTwins(folder, RELEASE_FILE);
  const builtAt = new Date().toISOString();
  writeFileSync(
    description,
    JSON.stringify({
      ...release,
      version,
      container: release.container.replace(identifier(release.version), identifier(version)),
      integrity,
      builtAt,
      descriptor: { ...release.descriptor, ...descriptor },
    }),
  );
}

/** Contracts version of a clone. */
export function readContractsVersion(root: string): string {
  const manifest = readFileSync(path.join(root, 'shared-contracts/package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/**
 * Publishes and promotes every remote's local build.
 * @param root clone that provides the builds; this one by default.
 */
export async function createReleases(root = repoRoot): Promise<ReleaseFolder> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hindsight-releases-'));
  const place = {
    store: folderStore(dir),
    publicUrl: 'http://localhost:3000/',
    hostContracts: readContractsVersion(root),
  };
  const built = JSON.parse(readFileSync(path.join(root, 'var/registry.json'), 'utf8')) as Registry;
  for (const [remote, { version }] of Object.entries(built.remotes)) {
    const folder = path.join(root, `remote-${remote}/dist`, version);
    await publishFolder(place.store, remote, version, folder, author);
    await promote(place, [{ remote, version }], author);
  }
  const start = ['audit.jsonl', 'registry.json'].map(
    (name) => [path.join(dir, name), readFileSync(path.join(dir, name))] as const,
  );
  return {
    dir,
    async publish(remote, version, variation = {}) {
      const live = built.remotes[remote]?.version;
      if (!live) throw new Error(`${remote} is not built.`);
      const draft = mkdtempSync(path.join(os.tmpdir(), 'hindsight-draft-'));
      cpSync(path.join(root, `remote-${remote}/dist`, live), draft, { recursive: true });
      rewrite(draft, version, variation);
      await publishFolder(place.store, remote, version, draft, author);
      rmSync(draft, { recursive: true });
    },
    promote: (remote, version, hostContracts) =>
      promote(hostContracts ? { ...place, hostContracts } : place, [{ remote, version }], author),
    rollback: (remote) => rollback(place, remote, author),
    canary(remote, version, organizations, auto) {
      const since = new Date().toISOString();
      const audience = auto
        ? { organizations, percent: auto.steps[0] ?? 0, auto: { ...auto, waitMs: 0, since } }
        : { organizations };
      return startCanary(place, remote, version, audience, author);
    },
    reset() {
      for (const [file, bytes] of start) {
        writeFileSync(`${file}.next`, bytes);
        renameSync(`${file}.next`, file);
      }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Returning to the tab makes the page fetch the registry, but it listens only once idle, so repeat. */
export async function refocusUntil(page: Page, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await seen();
  }).toPass({ intervals: [500], timeout: 20_000 });
}
