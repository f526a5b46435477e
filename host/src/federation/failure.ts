/** Why a remote is not available. */

export type RemoteFailureKind =
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
  | 'quarantined';

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
