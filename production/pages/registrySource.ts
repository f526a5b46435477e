/** Reads the registry from a file or over HTTP, and reports whether it changed. */
import { readFile } from 'node:fs/promises';
import { Registry } from '@hindsight/shared-contracts/registry';

const TIMEOUT_MS = 5000;
/** A registry is a few kilobytes; more than this is something else. */
const MOST_BYTES = 2 * 1024 * 1024;

async function textOf(source: string): Promise<string> {
  if (!/^https?:/.test(source)) return readFile(source, 'utf8');
  const answer = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${source} answers ${answer.status}`);
  return answer.text();
}

/** Gives the registry when its text differs from the last good one, else null. A broken one is an error each time. */
export function registrySource(source: string): () => Promise<Registry | null> {
  let last = '';
  return async () => {
    const text = await textOf(source);
    if (text.length > MOST_BYTES) throw new Error(`${source} is larger than a registry can be`);
    if (text === last) return null;
    const registry = Registry.parse(JSON.parse(text));
    last = text;
    return registry;
  };
}
