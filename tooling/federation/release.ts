/** Describes one finished build of a remote: what the registry will say about it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RemoteDescriptor, type Release } from '@hindsight/shared-contracts/registry';
import type { StatsCompilation } from 'webpack';
import { containerName } from './defineRemote';

interface BuiltRemote {
  remote: string;
  version: string;
  roomDir: string;
  outputDir: string;
  stats: StatsCompilation;
}

/** The build's own record: a `Release` without the address, which is known only where it is published. */
export type UnpublishedRelease = Omit<Release, 'baseUrl'>;

async function readDescriptor(roomDir: string): Promise<RemoteDescriptor> {
  const file = path.join(roomDir, 'src/remote/descriptor.ts');
  const { descriptor } = (await import(pathToFileURL(file).href)) as { descriptor: unknown };
  return RemoteDescriptor.parse(descriptor);
}

function integrityOf(dir: string): Record<string, string> {
  const names = readdirSync(dir).filter((name) => /\.(js|css)$/.test(name));
  return Object.fromEntries(
    names.sort().map((name) => [
      name,
      `sha384-${createHash('sha384')
        .update(readFileSync(path.join(dir, name)))
        .digest('base64')}`,
    ]),
  );
}

/** @throws ZodError when the descriptor breaks the schema: the build fails before anything is published. */
export async function releaseOf(built: BuiltRemote): Promise<UnpublishedRelease> {
  const descriptor = await readDescriptor(built.roomDir);
  const entry = 'remoteEntry.js';
  const exposed = Object.values(built.stats.namedChunkGroups ?? {}).find((group) =>
    /^__federation_expose_/.test(group.name ?? ''),
  );
  const preload = (exposed?.assets ?? [])
    .map((asset) => asset.name)
    .filter((name) => /\.(js|css)$/.test(name));
  const release: UnpublishedRelease = {
    version: built.version,
    entry,
    container: containerName(built.remote),
    preload,
    integrity: integrityOf(built.outputDir),
    builtAt: new Date().toISOString(),
    descriptor,
  };
  writeFileSync(path.join(built.outputDir, 'release.json'), JSON.stringify(release, null, 2));
  return release;
}
