/** Failure kinds of a remote, and a sentence for each load error. */

type RemoteFailureKind =
  /** Not in the registry. */
  | 'unknown'
  /** Its server is unreachable, or does not deliver the file. */
  | 'unreachable'
  /** Its server responds, but without this file. */
  | 'missing'
  /** A file does not match the release's hash. */
  | 'tampered'
  /** Not a valid remote module, or built for other contracts. */
  | 'incompatible'
  /** Its code threw while starting. */
  | 'broken'
  /** Failed so often that this tab no longer uses it. */
  | 'quarantined'
  /** Its team disabled it for everyone. */
  | 'disabled';

/** Cause of a failure, before it is attributed to a remote. */
export interface Diagnosis {
  kind: RemoteFailureKind;
  reason: string;
}

/** A remote's failure, for the page and for the report. */
export interface RemoteFailure {
  remote: string;
  displayName: string;
  version: string | null;
  kind: RemoteFailureKind;
  /** One sentence for operators, e.g. `The server at http://localhost:3001 cannot be reached.` */
  reason: string;
  cause: unknown;
}

/** Network or server failures: the release itself is fine, and the next request may succeed. */
export const isLost = ({ kind }: Pick<RemoteFailure, 'kind'>): boolean =>
  kind === 'unreachable' || kind === 'missing' || kind === 'tampered';

/** Loading a remote failed. */
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

/** A file of a remote failed to load; `diagnosis` has the reason. */
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
 * Whether a chunk failed to load, by the error names of webpack and mini-css-extract-plugin: the network's or the server's fault, not the
 * program's.
 */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(ChunkLoadError|CSS_CHUNK_LOAD_FAILED)$/.test((error as { code?: string }).code ?? error.name)
  );
}

/** Adds the full stop that library messages lack, so that another sentence can follow. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Turns a load error into a diagnosis. */
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
