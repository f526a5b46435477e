/** Brings a remote's container into the page: three tries, each with a deadline, and a reason when all fail. */
import type { Release } from '@hindsight/shared-contracts/registry';
import { ATTEMPTS, backoff, TRY_DEADLINE_MS, wait } from './backoff';
import { explain } from './explain';
import { rememberRelease } from './fileHashes';
import { loadScript, ScriptTimeoutError } from './loadScript';
import type { Diagnosis } from './probe';

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

/** All tries failed; `diagnosis` says why in words. */
export class ContainerError extends Error {
  override readonly name = 'ContainerError';
  constructor(
    readonly diagnosis: Diagnosis,
    cause: unknown,
  ) {
    super(diagnosis.reason, { cause });
  }
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
  const hung: Diagnosis = {
    kind: 'timeout',
    reason: `The server at ${new URL(url).origin} did not answer within ${TRY_DEADLINE_MS / 1000} seconds.`,
  };
  let failure: unknown = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(backoff(attempt));
    try {
      // A later try needs an address of its own: the browser would wait for the first one's answer again.
      await loadScript(attempt === 0 ? url : `${url}?retry=${attempt}`, TRY_DEADLINE_MS, integrity);
      const container = takeContainer(release);
      if (container) return container;
      throw new Error(`${url} ran, but left no container named ${release.container}.`);
    } catch (error) {
      failure = error;
      if (error instanceof ScriptTimeoutError) onHung(hung);
    }
  }
  const diagnosis =
    failure instanceof ScriptTimeoutError ? hung : await explain(url, TRY_DEADLINE_MS, integrity);
  throw new ContainerError(diagnosis, failure);
}
