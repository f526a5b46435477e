/**
 * Loads a remote's module: its container in three tries, each with a deadline, then the module with the shared modules of the page. The
 * federation runtime's own loader is not used: it remembers failures by name and cannot tell why something failed.
 */
import { getInstance } from '@module-federation/runtime';
import type { RemoteDescriptor, Release } from '@hindsight/shared-contracts/registry';
import { assertRemoteModule, type RemoteModule } from '@hindsight/shared-contracts/shell';
import { explain, hung } from './explain';
import { ContainerError, diagnose, IncompatibleError, RemoteLoadError, type Diagnosis } from './failure';
import { rememberRelease } from './fileHashes';
import { loadScript, ScriptTimeoutError } from './loadScript';
import { renewCopy } from './renewCopy';

/** How often a container is asked for. */
export const ATTEMPTS = 3;
/** Milliseconds that one try may take. */
export const TRY_DEADLINE_MS = 4000;
/** Milliseconds for all tries and the pauses between them. A server that needs ten seconds for each answer is slow, not gone. */
export const TOTAL_DEADLINE_MS = 14_000;
/** Milliseconds for the module after that: the list of hashes and the remote's first chunk, each with tries of their own. */
const MODULE_DEADLINE_MS = 30_000;

/** Pause before try `n` (1 is the first repetition): 200 ms doubled each time, with up to half of it as jitter. */
export function backoff(n: number, random: () => number = Math.random): number {
  const base = 200 * 2 ** (n - 1);
  return base + Math.round(random() * (base / 2));
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What a built remote puts on the page: module federation's container protocol. */
export interface Container {
  /**
   * Gives the container the page's shared modules; must be called once, before `get`.
   * @param scope name → version → copy, filled by the host's runtime.
   * @param guard list of scopes that are being initialised, against endless recursion.
   */
  init(
    scope: object,
    guard: object[],
    options: { version: string; shareScopeKeys: string },
  ): Promise<void> | void;
  /** The factory of an exposed module. */
  get(id: string): Promise<() => unknown>;
}

const globals = globalThis as Record<string, unknown>;

/** What a script left; taken away, because every version of a remote leaves its container under the same name. */
function takeContainer({ container }: Release): Container | null {
  const left = globals[container];
  globals[container] = undefined;
  return (left as Container | undefined) ?? null;
}

/**
 * @param onHung called for each try that had no answer in time, so that a caller with a shorter time-out can say why.
 * @throws ContainerError
 */
export async function fetchContainer(
  release: Release,
  onHung: (diagnosis: Diagnosis) => void = () => undefined,
): Promise<Container> {
  rememberRelease(release);
  const url = release.baseUrl + release.entry;
  const integrity = release.integrity[release.entry];
  const addressOf = (attempt: number) => (attempt === 0 ? url : `${url}?retry=${attempt}`);
  let failure: unknown = null;
  /** Answers that come after their try was given up count all the same. */
  const late: Promise<Container>[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(backoff(attempt));
    try {
      // A later try needs an address of its own: the browser would wait for the first one's answer again.
      const arrived = loadScript(addressOf(attempt), TRY_DEADLINE_MS, integrity).then(() => {
        const container = takeContainer(release);
        if (container) return container;
        throw new Error(`${url} ran, but left no container named ${release.container}.`);
      });
      // Also when another try is faster: what a late one leaves must not be found by another version.
      arrived.catch((error: unknown) => {
        if (error instanceof ScriptTimeoutError)
          late.push(error.late.then(() => takeContainer(release) ?? new Promise(() => undefined)));
      });
      return await Promise.race([arrived, ...late]);
    } catch (error) {
      failure = error;
      if (error instanceof ScriptTimeoutError) onHung(hung(url, TRY_DEADLINE_MS));
      else {
        // The copy of the next try, and of later documents' first one.
        void renewCopy(addressOf(attempt), integrity);
        await renewCopy(addressOf(attempt + 1), integrity);
      }
    }
  }
  const diagnosis =
    failure instanceof ScriptTimeoutError
      ? hung(url, TRY_DEADLINE_MS)
      : await explain(url, TRY_DEADLINE_MS, integrity);
  throw new ContainerError(diagnosis, failure);
}

/** The shared modules of the page, as the host's runtime negotiates them. */
function shareScope(): object {
  const scope = getInstance()?.shareScopeMap.default;
  if (!scope) throw new Error('The federation runtime has not started.');
  return scope;
}

/** Rejects with a sentence when the promise takes longer than `ms` milliseconds. */
function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    const sentence = `It was not ready within ${ms / 1000} seconds.`;
    timer = setTimeout(() => reject(new DOMException(sentence, 'TimeoutError')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * Loads the module of one release; a failure is not remembered, so the next call tries again.
 * @param name the remote's short name, e.g. `memory`.
 * @param release null when the registry does not name the remote.
 * @throws RemoteLoadError
 */
export interface LoadRemote {
  (name: string, release: Release | null): Promise<RemoteModule>;
  /** The next load of this release fetches it again. */
  forget?(name: string, release: Release): void;
}

/** @param refusal why a remote must not run here, in a sentence; null when it may. */
export function createRemoteLoader(
  refusal: (descriptor: RemoteDescriptor) => Promise<string | null>,
): LoadRemote {
  /** Containers that have the page's shared modules, by `name@version`. */
  const containers = new Map<string, Promise<Container>>();
  /** Tries that had no answer in time, by `name@version`. */
  const timeouts = new Map<string, Diagnosis>();

  /** Fetches a container and gives it the shared modules, once for each version. */
  function containerOf(key: string, release: Release): Promise<Container> {
    const known = containers.get(key);
    if (known) return known;
    const pending = (async () => {
      timeouts.delete(key);
      const container = await fetchContainer(release, (diagnosis) => timeouts.set(key, diagnosis));
      timeouts.delete(key);
      await container.init(shareScope(), [], { version: release.version, shareScopeKeys: 'default' });
      return container;
    })();
    containers.set(key, pending);
    pending.catch(() => containers.delete(key));
    return pending;
  }

  async function admitted(key: string, release: Release): Promise<Container> {
    const reason = await refusal(release.descriptor);
    if (reason) throw new IncompatibleError(reason);
    return containerOf(key, release);
  }

  async function load(name: string, key: string, release: Release): Promise<RemoteModule> {
    const container = await within(admitted(key, release), TOTAL_DEADLINE_MS);
    const module: unknown = (await within(container.get('./remote'), MODULE_DEADLINE_MS))();
    assertRemoteModule(module, name);
    return module;
  }

  const loadRemote: LoadRemote = async (name, release) => {
    const displayName = release?.descriptor.displayName ?? name;
    const identity = { remote: name, displayName, version: release?.version ?? null };
    if (!release) {
      const reason = 'It is not in the registry.';
      throw new RemoteLoadError({ ...identity, kind: 'unknown', reason, cause: null });
    }
    const key = `${name}@${release.version}`;
    try {
      return await load(name, key, release);
    } catch (error) {
      throw new RemoteLoadError({
        ...identity,
        ...diagnose(error, timeouts.get(key)),
        cause: error,
      });
    }
  };
  loadRemote.forget = (name, { version }) => void containers.delete(`${name}@${version}`);
  return loadRemote;
}
