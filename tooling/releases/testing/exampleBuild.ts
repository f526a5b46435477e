/** Fixture: a small finished build of a remote in a folder, like the compiler's output. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { RELEASE_FILE } from '@hindsight/shared-contracts/registry';
import { exampleRelease } from '../../local-stack/exampleRelease';
import { computeIntegrity } from '../hash';

interface Build {
  contracts?: string;
  routes?: string[];
  builtAt?: string;
  /** Content of a style sheet. */
  css?: string;
}

/** @returns the folder below `root`. */
export function exampleBuild(root: string, remote: string, version: string, build: Build = {}): string {
  const { contracts = '^3.0.0', builtAt = `2026-01-01T00:00:${version.replace(/\D/g, '').slice(-2)}.000Z` } =
    build;
  const folder = path.join(root, `${remote}-${version}`);
  mkdirSync(folder, { recursive: true });
  const { baseUrl: _, ...release } = exampleRelease(remote, {
    version,
    ...(build.routes && { routes: build.routes }),
  });
  const pages = Object.values(release.parts).flat();
  const integrity: Record<string, string> = {};
  const put = (file: string, text: string) => {
    writeFileSync(path.join(folder, file), text);
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(text));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(text));
    integrity[file] = computeIntegrity(text);
  };
  for (const file of ['remoteEntry.js', ...pages]) put(file, `/* ${file} of ${version} */`);
  if (build.css !== undefined) put('page.css', build.css);
  writeFileSync(path.join(folder, 'page.js.map'), '{}');
  const description = { ...release, integrity, builtAt, descriptor: { ...release.descriptor, contracts } };
  writeFileSync(path.join(folder, RELEASE_FILE), JSON.stringify(description));
  return folder;
}
