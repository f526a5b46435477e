/** Makes a finished build of a remote the live one: one entry of the registry file, replaced atomically. */
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
 * The registry in a file; an empty one when there is none, or one of an older schema: everything is then published again.
 * @throws Error when the file is something else; it is not ours to overwrite.
 */
export function readRegistry(file: string): Registry {
  const empty: Registry = { schema: REGISTRY_SCHEMA, updatedAt: new Date(0).toISOString(), remotes: {} };
  if (!existsSync(file)) return empty;
  const value = JSON.parse(readFileSync(file, 'utf8')) as { schema?: unknown };
  const older = typeof value?.schema === 'number' && value.schema < REGISTRY_SCHEMA;
  return older ? empty : parseRegistry(value);
}

/**
 * Publishes releases under their remotes' short names; others stay as they are.
 * @throws Error when the result would break the schema; the file is then unchanged.
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
