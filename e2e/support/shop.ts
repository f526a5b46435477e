/** Releases of one remote as a team would ship them: variants of its live build in one bucket, and the registry that names them. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  HASHES_FILE,
  RELEASE_FILE,
  type Canary,
  type Registry,
  type Release,
  type ReleasePointer,
} from '@hindsight/shared-contracts/registry';

const repoRoot = fileURLToPath(new URL('../../', import.meta.url));
const hashOf = (content: string | Buffer) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;
const identifier = (version: string) => version.replace(/[^A-Za-z0-9]/g, '_');

export interface Variant {
  version: string;
  /** Later than the live build's, unless it is older. */
  builtAt?: string;
  /** Changes the text of each script. */
  edit?(code: string, file: string): string;
  descriptor?: Partial<Release['descriptor']>;
}

export interface Shop {
  live: Release;
  /** Builds a variant beside the live one. */
  build(variant: Variant): Release;
  /** Makes a release the stable one; the one before it stays as `previous`. */
  promote(release: Release, canary?: Omit<Canary, 'to'> & { to: Release }): void;
  /** Puts the registry back as it was before the first promote. */
  reset(): void;
}

/** @param bucket folder that is served at the remote's origin. */
export function openShop(remote: string, registryFile: string, bucket: string): Shop {
  const read = () => JSON.parse(readFileSync(registryFile, 'utf8')) as Registry;
  const start = readFileSync(registryFile, 'utf8');
  const live = read().remotes[remote]!;
  let serial = 0;
  cpSync(path.join(repoRoot, `remote-${remote}/dist`, live.version), path.join(bucket, live.version), {
    recursive: true,
  });

  function write(text: string): void {
    writeFileSync(`${registryFile}.next`, text);
    renameSync(`${registryFile}.next`, registryFile);
  }

  function pointer({ version, baseUrl }: Release): ReleasePointer {
    const integrity = hashOf(readFileSync(path.join(bucket, version, RELEASE_FILE)));
    return { version, url: baseUrl + RELEASE_FILE, integrity };
  }

  return {
    live,
    reset: () => write(start),
    build({ version, builtAt, edit = (code) => code, descriptor = {} }) {
      const folder = path.join(bucket, version);
      cpSync(path.join(bucket, live.version), folder, { recursive: true });
      const hashes: Record<string, string> = {};
      for (const name of readdirSync(folder).filter((one) => /\.(js|css)$/.test(one))) {
        const file = path.join(folder, name);
        if (name.endsWith('.js')) {
          // What a compiler would write: the build's own name in the table of its chunks.
          const code = readFileSync(file, 'utf8').replaceAll(identifier(live.version), identifier(version));
          writeFileSync(file, edit(code, name));
          for (const twin of [`${file}.br`, `${file}.gz`]) if (existsSync(twin)) rmSync(twin);
        }
        hashes[name] = hashOf(readFileSync(file));
      }
      const list = JSON.stringify(hashes);
      writeFileSync(path.join(folder, HASHES_FILE), list);
      const release: Release = {
        ...live,
        version,
        baseUrl: live.baseUrl.replace(live.version, version),
        integrity: { ...hashes, [HASHES_FILE]: hashOf(list) },
        builtAt: builtAt ?? new Date(Date.parse(live.builtAt) + 60_000).toISOString(),
        descriptor: { ...live.descriptor, ...descriptor },
      };
      const { baseUrl: _baseUrl, ...described } = release;
      writeFileSync(path.join(folder, RELEASE_FILE), JSON.stringify(described));
      return release;
    },
    promote(release, canary) {
      const before = existsSync(registryFile) ? read() : (JSON.parse(start) as Registry);
      const stable = before.remotes[remote]!;
      const previous =
        stable.version === release.version ? before.rollout?.[remote]?.previous : pointer(stable);
      serial += 1;
      write(
        JSON.stringify({
          ...before,
          serial,
          updatedAt: new Date().toISOString(),
          remotes: { ...before.remotes, [remote]: release },
          rollout: {
            [remote]: {
              ...(previous && { previous }),
              ...(canary && { canary: { ...canary, to: pointer(canary.to) } }),
            },
          },
        }),
      );
    },
  };
}
