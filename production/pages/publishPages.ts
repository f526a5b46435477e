/** Writes what nginx serves, each file whole and with its compressed twins, the page last. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { forBrowsers } from '../../tooling/local-stack/gateway/page';
import { withOrigins } from '../../tooling/local-stack/gateway/origins';
import type { Registry } from '@hindsight/shared-contracts/registry';
import type { PagesConfig } from './config';
import { composeShtml } from './shtml';

/** A reader sees the old file or the new one, never half of one. */
async function replace(file: string, bytes: string | Buffer): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}

async function replaceWithTwins(file: string, text: string): Promise<void> {
  // The twins first: until the plain file follows, every reader gets the older version.
  await replace(`${file}.br`, brotliCompressSync(text));
  await replace(`${file}.gz`, gzipSync(text, { level: 9 }));
  await replace(file, text);
}

/** @param template the host's `index.html`. */
export async function publishPages(
  { output, origins, runtime }: Pick<PagesConfig, 'output' | 'origins' | 'runtime'>,
  template: string,
  given: Registry,
): Promise<void> {
  const registry = withOrigins(given, origins);
  await mkdir(output, { recursive: true });
  await replaceWithTwins(path.join(output, 'config.json'), JSON.stringify(runtime));
  await replaceWithTwins(path.join(output, 'registry.json'), JSON.stringify(forBrowsers(registry)));
  await replace(path.join(output, 'index.shtml'), composeShtml({ template, registry, runtime }));
}

/** Tells nginx, by a file that is there or not, that the registry it serves is an older copy. */
export async function markProblem(output: string, problem: string | null): Promise<void> {
  const file = path.join(output, 'registry.problem');
  if (problem === null) await rm(file, { force: true });
  else await replace(file, problem);
}
