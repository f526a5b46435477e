/** What the rest of the host knows about the loading of remotes. */
import type { OpenDoor } from './openDoor';

export type RemoteFailureKind =
  /** Not in the registry. */
  | 'unknown'
  /** Refused, not found, or answered with an error. */
  | 'unreachable'
  /** Accepted the connection and did not answer in time. */
  | 'timeout'
  /** Loaded, but is not a door, or was built for other contracts. */
  | 'incompatible'
  /** A file is not the one that was released. */
  | 'tampered'
  /** Its code failed while it started. */
  | 'broken';

/** Why a part of the page is not there; every field may be shown to a person. */
export interface RemoteFailure {
  remote: string;
  displayName: string;
  version: string | null;
  kind: RemoteFailureKind;
  /** One sentence, e.g. `The server at http://localhost:3001 did not answer within 4 seconds.` */
  reason: string;
  cause: unknown;
}

export type RemoteState =
  /** `slow` after 4 s: say that it takes longer than usual. */
  | { status: 'loading'; slow: boolean }
  | { status: 'ready'; module: OpenDoor }
  | { status: 'failed'; failure: RemoteFailure; retry(): void };
