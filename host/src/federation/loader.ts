/** Loads a remote's module with the shared modules of the federation runtime, and says in words why it could not. */
import { getInstance } from '@module-federation/runtime';
import type { RemoteDescriptor, Release } from '@hindsight/shared-contracts/registry';
import { assertRemoteModule, type RemoteModule } from '@hindsight/shared-contracts/shell';
import { TOTAL_DEADLINE_MS } from './backoff';
import { ContainerError, fetchContainer, type Container } from './container';
import type { RemoteFailure, RemoteFailureKind } from './failure';
import type { Diagnosis } from './probe';

/** A remote could not be loaded. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  constructor(readonly failure: RemoteFailure) {
    super(`${failure.displayName}: ${failure.reason}`, { cause: failure.cause });
  }
}

/** The remote was built for other contracts, or for a service that can do more. */
class IncompatibleError extends Error {
  override readonly name = 'IncompatibleError';
}

/** The shared modules of the page, as the host's runtime negotiates them. */
function shareScope(): object {
  const scope = getInstance()?.shareScopeMap.default;
  if (!scope) throw new Error('The federation runtime has not started.');
  return scope;
}

/** Rejects when the promise takes longer than `ms` milliseconds. */
function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('The deadline has passed.', 'TimeoutError')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Messages of libraries have no full stop, and another sentence may follow. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** @param timedOut what is known of a container that has not answered yet. */
function diagnose(error: unknown, timedOut?: Diagnosis): { kind: RemoteFailureKind; reason: string } {
  if (error instanceof ContainerError) return error.diagnosis;
  if (error instanceof IncompatibleError) return { kind: 'incompatible', reason: error.message };
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    // On a busy machine the tries together may take longer than the whole deadline.
    if (timedOut) return timedOut;
    return { kind: 'timeout', reason: `It was not ready within ${TOTAL_DEADLINE_MS / 1000} seconds.` };
  }
  const message = sentence(error instanceof Error ? error.message : String(error));
  if (error instanceof TypeError && message.startsWith('Remote "'))
    return { kind: 'incompatible', reason: message };
  if (/does not satisfy the requirement/.test(message)) {
    return { kind: 'incompatible', reason: `It was built for another version of this dashboard. ${message}` };
  }
  return { kind: 'broken', reason: `Its code failed to start: ${message}` };
}

/**
 * Loads the module of one release; a failure is not remembered, so the next call tries again.
 * @param name the remote's short name, e.g. `memory`.
 * @param release null when the registry does not name the remote.
 * @throws RemoteLoadError
 */
export type LoadRemote = (name: string, release: Release | null) => Promise<RemoteModule>;

/** @param refusal why a remote must not run here, in a sentence; null when it may. */
export function createRemoteLoader(
  refusal: (descriptor: RemoteDescriptor) => Promise<string | null>,
): LoadRemote {
  /** Containers that have the page's shared modules, by `name@version`. */
  const containers = new Map<string, Promise<Container>>();
  /** Tries that had no answer in time, by `name@version`. */
  const timeouts = new Map<string, Diagnosis>();

  /**
   * Fetches a container and gives it the shared modules, once for each version. The runtime's own loader is not used: it remembers
   * failures by name and cannot tell why something failed.
   */
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

  async function load(name: string, key: string, release: Release): Promise<RemoteModule> {
    const reason = await refusal(release.descriptor);
    if (reason) throw new IncompatibleError(reason);
    const container = await containerOf(key, release);
    const module: unknown = (await container.get('./remote'))();
    assertRemoteModule(module, name);
    return module;
  }

  return async (name, release) => {
    const displayName = release?.descriptor.displayName ?? name;
    const identity = { remote: name, displayName, version: release?.version ?? null };
    if (!release) {
      const reason = 'It is not in the registry.';
      throw new RemoteLoadError({ ...identity, kind: 'unknown', reason, cause: null });
    }
    const key = `${name}@${release.version}`;
    try {
      return await within(load(name, key, release), TOTAL_DEADLINE_MS);
    } catch (error) {
      throw new RemoteLoadError({ ...identity, ...diagnose(error, timeouts.get(key)), cause: error });
    }
  };
}
