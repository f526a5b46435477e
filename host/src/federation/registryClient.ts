/**
 * Knows the registry that the page works with: the copy that came with it, the last good one of this browser when that cannot be used,
 * and from then on whatever release of a remote was taken over in its place. What is not a registry is refused.
 */
import { Registry, type Release } from '@hindsight/shared-contracts/registry';
import { browserStorage } from '../session/storage';

/** Where this browser keeps the last registry that was whole. */
export const LAST_GOOD_KEY = 'hindsight.registry';

/** The registry that the page works with, and what is wrong with the one that it should have. */
export interface RegistryState {
  registry: Registry;
  /** One sentence; null when all is well. */
  problem: string | null;
  /** `kept`: the last good copy of this browser. `none`: there is not even that. */
  source: 'page' | 'kept' | 'none';
}

const empty: Registry = { schema: 1, updatedAt: '', remotes: {} };
const listeners = new Set<() => void>();
let state: RegistryState | null = null;

/**
 * Reads a registry's text.
 * @throws Error with a sentence that says what is wrong with it.
 */
export function parseRegistry(text: string | null | undefined): Registry {
  let value: unknown;
  try {
    value = JSON.parse(text || 'null');
  } catch {
    throw new Error('What the server sent is no JSON.');
  }
  if (value === null) throw new Error('There is none.');
  const result = Registry.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`It breaks its schema at ${issue?.path.join('.') || 'its root'}: ${issue?.message}.`);
}

function start(): RegistryState {
  const tag = document.getElementById('registry');
  // The server says so when it had to fall back to a copy of its own.
  const told = tag?.dataset['problem'] ?? null;
  try {
    return { registry: parseRegistry(tag?.textContent), problem: told, source: 'page' };
  } catch (error) {
    const problem = told ?? (error as Error).message;
    try {
      return { registry: parseRegistry(browserStorage.read(LAST_GOOD_KEY)), problem, source: 'kept' };
    } catch {
      return { registry: empty, problem, source: 'none' };
    }
  }
}

export function readRegistry(): RegistryState {
  return (state ??= start());
}

/** The registry that the page works with. */
export function registry(): Registry {
  return readRegistry().registry;
}

export function releaseOf(remote: string): Release | null {
  return registry().remotes[remote] ?? null;
}

/** Remotes that fill a slot, in registry order. */
export function fillersOf(slot: string, { remotes }: Registry = registry()): string[] {
  return Object.keys(remotes).filter((name) => remotes[name]?.descriptor.slots.includes(slot));
}

/** Changes what the page works with, e.g. to another release of one remote. */
export function setRegistry(change: Partial<RegistryState>): void {
  state = { ...readRegistry(), ...change };
  for (const listener of [...listeners]) listener();
}

/** Calls back after each change; answers how to stop. */
export function onRegistry(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For tests: forget what was read. */
export function resetRegistry(): void {
  state = null;
}
