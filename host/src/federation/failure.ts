/** Why a remote is not available: the kinds of failures, and the sentence for each error. */

type RemoteFailureKind =
  /** Not in the registry. */
  | 'unknown'
  /** Its server cannot be reached, or does not deliver. */
  | 'unreachable'
  /** Its server answers that there is no such file. */
  | 'missing'
  /** A file differs from the one that was released. */
  | 'tampered'
  /** Not a valid remote module, or built for other contracts. */
  | 'incompatible'
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

/** What the page and the report say of a failure. */
export interface RemoteFailure {
  remote: string;
  displayName: string;
  version: string | null;
  kind: RemoteFailureKind;
  /** One sentence for those who operate the dashboard, e.g. `The server at http://localhost:3001 cannot be reached.` */
  reason: string;
  cause: unknown;
}

/** Failures of a network or a server. The release is as good as before, and the next request may succeed. */
export const isLost = ({ kind }: Pick<RemoteFailure, 'kind'>): boolean =>
  kind === 'unreachable' || kind === 'missing' || kind === 'tampered';

/** A remote could not be loaded. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  constructor(readonly failure: RemoteFailure) {
    super(`${failure.displayName}: ${failure.reason}`, { cause: failure.cause });
  }
}

/** The remote was built for other contracts. */
export class IncompatibleError extends Error {
  override readonly name = 'IncompatibleError';
}

/** A file of a remote was not delivered; `diagnosis` says why in words. */
export class LostFileError extends Error {
  override readonly name = 'LostFileError';
  constructor(
    readonly diagnosis: Diagnosis,
    cause: unknown,
  ) {
    super(diagnosis.reason, { cause });
  }
}

/**
 * A chunk that did not arrive, by the names that webpack and mini-css-extract-plugin give it: the network's or the server's fault, not
 * the program's.
 */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(ChunkLoadError|CSS_CHUNK_LOAD_FAILED)$/.test((error as { code?: string }).code ?? error.name)
  );
}

/** Messages of libraries have no full stop, and another sentence may follow. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What an error of a load says of the remote. */
export function diagnose(error: unknown): Diagnosis {
  if (error instanceof LostFileError) return error.diagnosis;
  if (error instanceof IncompatibleError) return { kind: 'incompatible', reason: error.message };
  const message = sentence(error instanceof Error ? error.message : String(error));
  if (isLoadFailure(error)) return { kind: 'unreachable', reason: message };
  if (error instanceof TypeError && message.startsWith('Remote "'))
    return { kind: 'incompatible', reason: message };
  if (/does not satisfy the requirement/.test(message)) {
    return { kind: 'incompatible', reason: `It was built for another version of this dashboard. ${message}` };
  }
  return { kind: 'broken', reason: `Its code failed to start: ${message}` };
}
