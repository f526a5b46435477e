/** What the rest of the host knows about the loading of remotes. */
import type { RemoteDescriptor, Release } from '@hindsight/shared-contracts/registry';
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
  | 'broken'
  /** It failed so often that it is left alone until somebody takes it out again. */
  | 'aside';

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

/** Which word of the registry, or of the person, a release runs by. */
export type Channel = 'stable' | 'canary' | 'previous' | 'override';

/** A release that was chosen for a remote. */
export interface Choice {
  channel: Channel;
  release: Release;
}

/** One part as the status panel shows it. */
export interface PartStatus {
  name: string;
  displayName: string;
  state: 'idle' | 'loading' | 'ready' | 'failed';
  channel: Channel;
  release: Release | null;
  /** A release that waits for the next navigation. */
  waiting: { version: string; channel: Channel } | null;
  /** The last thing that went wrong with it on this page, in a sentence. */
  problem: string | null;
  /** Releases that are left alone in this tab, and why. */
  aside: readonly { version: string; reason: string }[];
  override: string | null;
}

/** Keeps the releases of the page up to date (federation/upkeep). */
export interface Upkeep {
  /** Settles when it is known for the first time which releases run. Never rejects. */
  decided: Promise<void>;
  isDeciding(): boolean;
  /** Asks the server for the registry. Never rejects. */
  look(): Promise<void>;
  navigated(): void;
  /** Why a remote must not run here, in a sentence; null when it may. */
  refusal(descriptor: RemoteDescriptor): Promise<string | null>;
  loadFailed(name: string, release: Release, failure: RemoteFailure): Promise<void>;
  crashed(name: string, version: string, error: unknown): Promise<void>;
  /** Before a failed remote is tried once more. */
  retried(name: string, failure: RemoteFailure): Promise<void>;
  /** Takes a waiting release over now, after asking about drafts. */
  takeOver(name: string): Promise<void>;
  takeOut(name: string, version: string): Promise<void>;
  /** Lets a remote come from another address in this tab, or no longer (null). Answers why not, or null. */
  override(name: string, url: string | null): Promise<string | null>;
  parts(): PartStatus[];
  subscribe(listener: () => void): () => void;
  stop(): void;
}
