/** Releases that fail again and again are put aside for this tab, and the one before takes their place, so that the rest goes on. */
import type { Release } from '@hindsight/shared-contracts/registry';
import { ChunkLoadError } from '../chunkFiles';
import { releaseOf } from '../registryClient';
import type { RemoteFailure } from '../types';
import { failRemote, forgetRemote } from '../useRemote';
import { asideKey, type Chooser } from './choose';
import type { NoticeBoard } from './noticeBoard';
import type { Swaps } from './swaps';
import type { TabMemory } from './tabMemory';
import { asideText, crashReason, leftAloneText, MOST_FAILURES } from './words';

export interface AsideOptions {
  memory: TabMemory;
  /** Keeps what was changed in `memory`. */
  save(): void;
  chooser: Chooser;
  swaps: Swaps;
  board: NoticeBoard;
}

export interface Aside {
  loadFailed(name: string, release: Release, failure: RemoteFailure): Promise<void>;
  crashed(name: string, version: string, error: unknown): Promise<void>;
  /** A release that was to follow could not be loaded: the running one goes on. */
  refuse(name: string, release: Release, reason: string): void;
  takeOut(name: string, version: string): void;
}

/** A file is tried twice before it counts as missing, and one with other content will not get better. */
function weightOf(error: unknown): number {
  if (!(error instanceof ChunkLoadError)) return 1;
  return error.kind === 'tampered' ? MOST_FAILURES : 2;
}

export function createAside({ memory, save, chooser, swaps, board }: AsideOptions): Aside {
  const failures = new Map<string, number>();

  /** Brings whatever is chosen without this release; false when there is nothing that works. */
  async function bringAnother(name: string, release: Release): Promise<boolean> {
    const choice = await chooser.choose(name);
    if (!choice || choice.release.version === release.version) return false;
    return (await swaps.replace(name, choice)) === null;
  }

  function tell(name: string, release: Release, reason: string): void {
    const key = `aside ${name}`;
    const instead = releaseOf(name);
    const text = asideText(release, reason, instead?.version === release.version ? null : instead);
    board.put({ key, tone: 'warn', text, actions: [], close: () => board.drop(key) });
  }

  return {
    refuse(name, release, reason) {
      memory.aside[asideKey(name, release.version)] = reason;
      save();
    },

    async loadFailed(name, release, failure) {
      // A server that does not answer at all will not answer for the version before either.
      const another =
        failure.kind !== 'timeout' && navigator.onLine && chooser.hasAnother(name, release.version);
      if (!another || swaps.channelOf(name) === 'override') return;
      const key = asideKey(name, release.version);
      memory.aside[key] = failure.reason;
      if (await bringAnother(name, release)) {
        save();
        tell(name, release, failure.reason);
      } else delete memory.aside[key];
    },

    async crashed(name, version, error) {
      const key = asideKey(name, version);
      const release = releaseOf(name);
      const count = (failures.get(key) ?? 0) + weightOf(error);
      failures.set(key, count);
      if (count < MOST_FAILURES || release?.version !== version || key in memory.aside) return;
      const refused = error instanceof ChunkLoadError && error.kind === 'tampered';
      const reason = refused ? error.reason : crashReason(error);
      memory.aside[key] = reason;
      save();
      if (await bringAnother(name, release)) return tell(name, release, reason);
      failRemote(name, release, {
        remote: name,
        displayName: release.descriptor.displayName,
        version,
        kind: 'aside',
        reason: leftAloneText(reason),
        cause: error,
      });
    },

    takeOut(name, version) {
      const key = asideKey(name, version);
      delete memory.aside[key];
      failures.delete(key);
      save();
      board.drop(`aside ${name}`);
      const release = releaseOf(name);
      if (release?.version === version) forgetRemote(name, release);
    },
  };
}
