/** Why a remote is not available: the kinds of failures, and the sentence for each error. */

type RemoteFailureKind =
  /** Not in the registry. */
  | 'unknown'
  /** Refused, not found, or answered with an error. */
  | 'unreachable'
  /** Accepted the connection and did not answer in time. */
  | 'timeout'
  /** Not a valid remote module, or built for other contracts. */
  | 'incompatible'
  /** A file differs from the one that was released. */
  | 'tampered'
  /** Its code failed while it started. */
  | 'broken'
  /** It failed so often that this tab does not use it any more. */
  | 'quarantined'
  /** Its team switched it off for everybody. */
  | 'disabled';

/** What is known of a failure before it is known whose it is. */
export interface Diagnosis {
  kind: RemoteFailureKind;
  reason: string;
}

/** Every field may be shown to a person. */
export interface RemoteFailure {
  remote: string;
  displayName: string;
  version: string | null;
  kind: RemoteFailureKind;
  /** One sentence, e.g. `The server at http://localhost:3001 did not answer within 4 seconds.` */
  reason: string;
  cause: unknown;
}

/** A remote could not be loaded. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  constructor(readonly failure: RemoteFailure) {
    super(`${failure.displayName}: ${failure.reason}`, { cause: failure.cause });
  }
}

/** The remote was built for other contracts, or for a service that can do more. */
export class IncompatibleError extends Error {
  override readonly name = 'IncompatibleError';
}

/** A file of a remote was not delivered in any try; `diagnosis` says why in words. */
export class ContainerError extends Error {
  override readonly name = 'ContainerError';
  constructor(
    readonly diagnosis: Diagnosis,
    cause: unknown,
  ) {
    super(diagnosis.reason, { cause });
  }
}

/** Messages of libraries have no full stop, and another sentence may follow. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** @param timedOut what is known of a container that has not answered yet. */
export function diagnose(error: unknown, timedOut?: Diagnosis): Diagnosis {
  if (error instanceof ContainerError) return error.diagnosis;
  if (error instanceof IncompatibleError) return { kind: 'incompatible', reason: error.message };
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    // On a busy machine the tries together may take longer than the whole deadline.
    if (timedOut) return timedOut;
    return { kind: 'timeout', reason: error.message };
  }
  const message = sentence(error instanceof Error ? error.message : String(error));
  if (error instanceof TypeError && message.startsWith('Remote "'))
    return { kind: 'incompatible', reason: message };
  if (/does not satisfy the requirement/.test(message)) {
    return { kind: 'incompatible', reason: `It was built for another version of this dashboard. ${message}` };
  }
  return { kind: 'broken', reason: `Its code failed to start: ${message}` };
}
