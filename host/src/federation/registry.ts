/**
 * The registry that the page uses: the copy embedded in the page, or this browser's last good copy when that is unusable, plus every
 * release activated since. An invalid registry is rejected.
 */
import { parseRegistry as parse, type Registry, type Release } from '@hindsight/shared-contracts/registry';
import { browserStorage, type SafeStorage } from '../session/storage';
import { createStore, type Readable } from '../state/store';

/** Storage key of the last valid registry. */
export const LAST_GOOD_KEY = 'hindsight.registry';

export interface RegistryState {
  registry: Registry;
  /** Problem with the page's registry, as a sentence; null when there is none. */
  problem: string | null;
  /** `kept`: last good copy of this browser. `none`: not even that exists. */
  source: 'page' | 'kept' | 'none';
}

export interface RegistryStore extends Readable<RegistryState> {
  releaseFor(remote: string): Release | null;
  /** Changes the registry in use, e.g. to another release of one remote. */
  update(change: Partial<RegistryState>): void;
}

const EMPTY: Registry = { schema: 1, updatedAt: '', remotes: {} };

/** @throws Error with a sentence that describes the problem. */
export function parseRegistry(text: string | null | undefined): Registry {
  let value: unknown;
  try {
    value = JSON.parse(text || 'null');
  } catch {
    throw new Error('The server’s response is not valid JSON.');
  }
  if (value === null) throw new Error('The page contains no registry.');
  return parse(value);
}

function read(page: Document, storage: SafeStorage): RegistryState {
  const tag = page.getElementById('registry');
  // Set by the server when it fell back to its own copy.
  const reported = tag?.dataset['problem'] ?? null;
  try {
    return { registry: parseRegistry(tag?.textContent), problem: reported, source: 'page' };
  } catch (error) {
    const problem = reported ?? (error as Error).message;
    try {
      return { registry: parseRegistry(storage.read(LAST_GOOD_KEY)), problem, source: 'kept' };
    } catch {
      return { registry: EMPTY, problem, source: 'none' };
    }
  }
}

export function createRegistry(
  page: Document = document,
  storage: SafeStorage = browserStorage,
): RegistryStore {
  return registryStore(read(page, storage));
}

/** A fixed registry, for use without a page. */
export const fixedRegistry = (registry: Registry): RegistryStore =>
  registryStore({ registry, problem: null, source: 'page' });

function registryStore(initial: RegistryState): RegistryStore {
  const state = createStore(initial);
  return {
    get: state.get,
    subscribe: state.subscribe,
    releaseFor: (remote) => state.get().registry.remotes[remote] ?? null,
    update: (change) => state.set({ ...state.get(), ...change }),
  };
}

/** Remotes that fill a slot, in registry order. */
export function listSlotFillers(slot: string, { remotes }: Registry): string[] {
  return Object.keys(remotes).filter((name) => remotes[name]?.descriptor.slots.includes(slot));
}
