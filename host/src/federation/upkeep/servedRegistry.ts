/** The registry as the server has it: asked with its ETag, kept as the last good one, and never older than what was seen before. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { browserStorage, type SafeStorage } from '../../session/storage';
import { LAST_GOOD_KEY, parseRegistry, readRegistry, setRegistry } from '../registryClient';

const REGISTRY_URL = '/registry.json';
export const ASK_DEADLINE_MS = 4000;
/** Longest registry that this browser keeps, in characters. */
export const LONGEST_KEPT = 200_000;

export interface ServedRegistry {
  /** What the server said last. */
  get(): Registry;
  /** Asks; true when something is new, the problem with it included. */
  ask(): Promise<boolean>;
}

function keep(text: string, storage: SafeStorage): void {
  if (text.length <= LONGEST_KEPT) storage.write(LAST_GOOD_KEY, text);
}

function sentence(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `The server did not answer within ${ASK_DEADLINE_MS / 1000} seconds.`;
  if (error instanceof TypeError) return 'The server cannot be reached.';
  return error instanceof Error ? error.message : String(error);
}

export function createServedRegistry(storage: SafeStorage = browserStorage): ServedRegistry {
  const { registry, source } = readRegistry();
  let served = registry;
  let etag: string | null = null;
  /** What the server said of its copy when it last sent one. */
  let told: string | null = readRegistry().problem;
  if (source === 'page') keep(JSON.stringify(registry), storage);

  /** Null when nothing changed. */
  async function fetchText(): Promise<string | null> {
    const response = await fetch(REGISTRY_URL, {
      cache: 'no-store',
      headers: etag ? { 'If-None-Match': etag } : {},
      signal: AbortSignal.timeout(ASK_DEADLINE_MS),
    });
    if (response.status === 304) return null;
    if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
    etag = response.headers.get('ETag');
    told = response.headers.get('Registry-Problem');
    return response.text();
  }

  return {
    get: () => served,
    async ask() {
      const before = readRegistry().problem;
      try {
        const text = await fetchText();
        if (text !== null) {
          const next = parseRegistry(text);
          // A cache on the way may still hold what was replaced long ago.
          if ((next.serial ?? 0) >= (served.serial ?? 0)) {
            served = next;
            keep(text, storage);
          }
        }
        if (before !== told) setRegistry({ problem: told, ...(told === null && { source: 'page' }) });
        return text !== null || before !== told;
      } catch (error) {
        etag = null;
        const problem = sentence(error);
        // Without a network there is a banner already, and nothing wrong with the registry.
        if (!navigator.onLine || problem === before) return false;
        setRegistry({ problem });
        return true;
      }
    },
  };
}
