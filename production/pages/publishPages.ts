/** Writes what nginx serves, each file whole and with its compressed twins, the page last. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { forBrowsers } from '../../tooling/local-stack/gateway/page';
import { withOrigins } from '../../tooling/local-stack/gateway/origins';
import type { Registry } from '@hindsight/shared-contracts/registry';
import type { PagesConfig } from './config';
import { replaceFile } from './replaceFile';
import { composeShtml, type ShtmlParts } from './shtml';

async function replaceWithTwins(file: string, text: string): Promise<void> {
  // The twins first: until the plain file follows, every reader gets the older version.
  await replaceFile(`${file}.br`, brotliCompressSync(text));
  await replaceFile(`${file}.gz`, gzipSync(text, { level: 9 }));
  await replaceFile(file, text);
}

/** @param host what the build of the host brings: its `index.html` and the program of its frame. */
export async function publishPages(
  { output, origins, runtime }: Pick<PagesConfig, 'output' | 'origins' | 'runtime'>,
  host: Pick<ShtmlParts, 'template' | 'program'>,
  given: Registry,
): Promise<void> {
  const registry = withOrigins(given, origins);
  await replaceWithTwins(path.join(output, 'config.json'), JSON.stringify(runtime));
  await replaceWithTwins(path.join(output, 'registry.json'), JSON.stringify(forBrowsers(registry)));
  await replaceFile(path.join(output, 'index.shtml'), composeShtml({ ...host, registry, runtime }));
}

/** Tells nginx, by a file that is there or not, that the registry it serves is an older copy. */
export async function markProblem(output: string, problem: string | null): Promise<void> {
  const file = path.join(output, 'registry.problem');
  if (problem === null) await rm(file, { force: true });
  else await replaceFile(file, problem);
}
