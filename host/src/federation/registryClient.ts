/** Reads the registry: first the copy that came with the page, later the file itself. What is not a registry is refused. */
import { Registry, type Release } from '@hindsight/shared-contracts/registry';

const REGISTRY_URL = '/registry.json';
const REFRESH_DEADLINE_MS = 4000;

let current: Registry | null = null;

/** The registry that the page works with, and what is wrong with it when it could not be read. */
export interface RegistryState {
  registry: Registry;
  problem: string | null;
}

const empty: Registry = { schema: 1, updatedAt: '', remotes: {} };
let problem: string | null = null;

function accept(value: unknown): Registry {
  const result = Registry.safeParse(value);
  if (!result.success)
    throw new Error(`The registry breaks its schema: ${result.error.issues[0]?.message ?? 'unknown'}`);
  return result.data;
}

/** The copy inside the page, `<script type="application/json" id="registry">`; an empty registry with a problem when it is broken. */
export function readRegistry(): RegistryState {
  if (!current) {
    try {
      current = accept(JSON.parse(document.getElementById('registry')?.textContent ?? ''));
    } catch (error) {
      current = empty;
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  return { registry: current, problem };
}

/** The registry that the page works with. */
export function registry(): Registry {
  return readRegistry().registry;
}

export function releaseOf(remote: string): Release | null {
  return registry().remotes[remote] ?? null;
}

/** Remotes that fill a slot, in registry order. */
export function fillersOf(slot: string): string[] {
  return Object.entries(registry().remotes)
    .filter(([, release]) => release.descriptor.slots.includes(slot))
    .map(([name]) => name);
}

/**
 * Asks the server for the registry again, e.g. before a failed remote is tried once more.
 * The page keeps its copy when no valid one comes.
 */
export async function refreshRegistry(): Promise<Registry> {
  try {
    const response = await fetch(REGISTRY_URL, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(REFRESH_DEADLINE_MS),
    });
    if (response.ok) {
      current = accept(await response.json());
      problem = null;
    }
  } catch (error) {
    problem = `The registry could not be refreshed: ${error instanceof Error ? error.message : String(error)}`;
  }
  return registry();
}

/** For tests: forget what was read. */
export function resetRegistry(): void {
  current = null;
  problem = null;
}
