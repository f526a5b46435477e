/** Makes a finished build of a remote live: replaces one entry of the registry file, atomically. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  parseRegistry,
  type Registry,
  REGISTRY_SCHEMA,
  type Release,
} from '@hindsight/shared-contracts/registry';
import { withFileLock } from '../releases/fileLock';

/**
 * Reads a registry file; a missing file or an older schema gives an empty registry, so that everything is republished.
 * @throws Error when the file is anything else, to avoid overwriting it.
 */
export function readRegistry(file: string): Registry {
  const empty: Registry = { schema: REGISTRY_SCHEMA, updatedAt: new Date(0).toISOString(), remotes: {} };
  if (!existsSync(file)) return empty;
  const value = JSON.parse(readFileSync(file, 'utf8')) as { schema?: unknown };
  const older = typeof value?.schema === 'number' && value.schema < REGISTRY_SCHEMA;
  return older ? empty : parseRegistry(value);
}

/**
 * Publishes releases under their remotes' short names; other entries stay unchanged.
 * @throws Error when the result would violate the schema; the file then stays unchanged.
 */
export async function publish(file: string, releases: Record<string, Release>): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  await withFileLock(`${file}.lock`, () => {
    const before = readRegistry(file);
    const after = parseRegistry({
      schema: REGISTRY_SCHEMA,
      updatedAt: new Date().toISOString(),
      remotes: { ...before.remotes, ...releases },
    });
    const draft = `${file}.${process.pid}.tmp`;
    writeFileSync(draft, `${JSON.stringify(after, null, 2)}\n`);
    renameSync(draft, file);
  });
}
