/** Reads a registry from a file or over HTTP. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseRegistry, type Registry } from '@hindsight/shared-contracts/registry';
import type { ReadFile } from '../../tooling/releases/signing/keyList';

const TIMEOUT_MS = 5000;
/** A registry is a few kilobytes; more than this is something else. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Answers of a store that holds no such file; one that does not list its files to strangers says 403. */
const NONE = [403, 404];

async function textOf(source: string): Promise<string | null> {
  if (!/^https?:/.test(source)) {
    return readFile(source, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }
  const answer = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (NONE.includes(answer.status)) return null;
  if (!answer.ok) throw new Error(`${source} answers ${answer.status}`);
  return answer.text();
}

/**
 * @returns null when there is none.
 * @throws Error when it cannot be read, or is no registry.
 */
export async function readRegistry(source: string): Promise<Registry | null> {
  const text = await textOf(source);
  if (text === null) return null;
  if (text.length > MAX_BYTES) throw new Error(`${source} is larger than a registry can be`);
  return parseRegistry(JSON.parse(text));
}

/** Reads the files of the store beside its registry, by their keys. */
export function besideRegistry(registry: string): ReadFile {
  return async (key) => {
    const source = /^https?:/.test(registry)
      ? new URL(key, registry).href
      : path.join(path.dirname(registry), ...key.split('/'));
    const text = await textOf(source);
    return text === null ? null : Buffer.from(text);
  };
}
