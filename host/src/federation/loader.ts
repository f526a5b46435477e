/** Loads a remote's door, with the shared modules of the federation runtime, and says in words why it could not. */
import { getInstance } from '@module-federation/runtime';
import { CONTRACTS_VERSION, satisfies, type Release } from '@hindsight/shared-contracts/registry';
import { assertRemoteModule, type RemoteModule } from '@hindsight/shared-contracts/shell';
import { askUpkeep } from './askUpkeep';
import { TOTAL_DEADLINE_MS } from './backoff';
import { ContainerError, fetchContainer, type Container } from './container';
import type { Diagnosis } from './probe';
import { releaseOf } from './registryClient';
import type { RemoteFailure, RemoteFailureKind } from './types';

/** A remote could not be loaded. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  constructor(readonly failure: RemoteFailure) {
    super(`${failure.displayName}: ${failure.reason}`, { cause: failure.cause });
  }
}

/** Containers that have the page's shared modules, by remote and version. */
const ready = new Map<string, Promise<Container>>();

/** Why a container is not there yet, by remote and version. */
const hung = new Map<string, Diagnosis>();

const keyOf = (name: string, { version }: Release) => `${name}@${version}`;

/** The shared modules of the page, as the host's runtime negotiates them. */
function shareScope(): object {
  const scope = getInstance()?.shareScopeMap.default;
  if (!scope) throw new Error('The federation runtime has not started.');
  return scope;
}

/**
 * Fetches a container and gives it the shared modules, once for each version: two may be on the page side by side.
 * The runtime's own loader is not used: it remembers failures by name and cannot tell why something failed.
 */
function containerOf(name: string, release: Release): Promise<Container> {
  const key = keyOf(name, release);
  const known = ready.get(key);
  if (known) return known;
  const fresh = (async () => {
    hung.delete(key);
    const container = await fetchContainer(release, (diagnosis) => hung.set(key, diagnosis));
    hung.delete(key);
    await container.init(shareScope(), [], { version: release.version, shareScopeKeys: 'default' });
    return container;
  })();
  ready.set(key, fresh);
  fresh.catch(() => ready.delete(key));
  return fresh;
}

/** The contracts of this page, or the service, are not what the remote was built for. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Refuses a remote before any of its code is fetched. */
async function admit({ descriptor }: Release): Promise<void> {
  const fits = satisfies(CONTRACTS_VERSION, descriptor.contracts);
  if (fits && !descriptor.capabilities?.length) return;
  const reason = await askUpkeep().then(
    (upkeep) => upkeep.refusal(descriptor),
    () =>
      fits ? null : `It needs contracts ${descriptor.contracts}; this dashboard has ${CONTRACTS_VERSION}.`,
  );
  if (reason) throw new RefusedError(reason);
}

async function loadDoor(name: string, release: Release): Promise<RemoteModule> {
  await admit(release);
  const container = await containerOf(name, release);
  const door: unknown = (await container.get('./remote'))();
  assertRemoteModule(door, name);
  return door;
}

/** Rejects when the promise takes longer than `ms` milliseconds. */
function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('The deadline has passed.', 'TimeoutError')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** What others wrote, so that another sentence may follow. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function diagnose(error: unknown, known?: Diagnosis): { kind: RemoteFailureKind; reason: string } {
  if (error instanceof ContainerError) return error.diagnosis;
  if (error instanceof RefusedError) return { kind: 'incompatible', reason: error.message };
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    // A tired machine may need longer for its tries than they may take in all.
    if (known) return known;
    return { kind: 'timeout', reason: `It was not ready within ${TOTAL_DEADLINE_MS / 1000} seconds.` };
  }
  const message = sentence(error instanceof Error ? error.message : String(error));
  if (error instanceof TypeError && message.startsWith('Remote "'))
    return { kind: 'incompatible', reason: message };
  if (/does not satisfy the requirement/.test(message)) {
    return { kind: 'incompatible', reason: `It was built for another version of this dashboard. ${message}` };
  }
  return { kind: 'broken', reason: `Its program failed to start: ${message}` };
}

/**
 * Loads the door of a remote. A failed load is not remembered: the next call tries again.
 * @param name the remote's short name, e.g. `memory`.
 * @param release the one that the page works with, when absent.
 * @throws RemoteLoadError
 */
export async function loadRemoteModule(name: string, release = releaseOf(name)): Promise<RemoteModule> {
  const identity = {
    remote: name,
    displayName: release?.descriptor.displayName ?? name,
    version: release?.version ?? null,
  };
  if (!release) {
    throw new RemoteLoadError({
      ...identity,
      kind: 'unknown',
      reason: 'It is not in the registry.',
      cause: null,
    });
  }
  try {
    return await within(loadDoor(name, release), TOTAL_DEADLINE_MS);
  } catch (error) {
    throw new RemoteLoadError({
      ...identity,
      ...diagnose(error, hung.get(keyOf(name, release))),
      cause: error,
    });
  }
}
