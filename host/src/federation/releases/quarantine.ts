/** Releases that fail repeatedly are not used any more in this tab, and the release before replaces them, so that the rest goes on. */
import type { Release } from '@hindsight/shared-contracts/registry';
import { reportError } from '../../telemetry/reportError';
import { ChunkLoadError } from '../chunkFiles';
import type { RemoteFailure } from '../failure';
import type { Activator } from './activate';
import type { Chooser } from './choose';
import type { ReleaseDeps } from './releases';
import { quarantineKey, type TabMemory } from './tabMemory';
import { crashReason, disabledText, MAX_FAILURES, quarantinedText } from './texts';

interface QuarantineDeps extends Pick<ReleaseDeps, 'registry' | 'remotes' | 'notices'> {
  memory: TabMemory;
  /** Keeps what was changed in `memory`. */
  save(): void;
  chooser: Chooser;
  activator: Activator;
}

interface Quarantine {
  /** A release could not be loaded; it is quarantined when another one can be. */
  loadFailed(name: string, release: Release, failure: RemoteFailure): Promise<void>;
  /** A release failed while it was shown; it is quarantined at once where a good one is loaded, else when that happened too often. */
  crashed(name: string, version: string, error: unknown): Promise<void>;
  add(name: string, release: Release, reason: string): void;
  release(name: string, version: string): void;
}

/** A file is tried twice before it counts as missing, and one whose content was changed will not get better. */
function weightOf(error: unknown): number {
  if (!(error instanceof ChunkLoadError)) return 1;
  return error.kind === 'tampered' ? MAX_FAILURES : 2;
}

export function createQuarantine(deps: QuarantineDeps): Quarantine {
  const { registry, remotes, notices, memory, save, chooser, activator } = deps;
  const failures = new Map<string, number>();
  const noticeOf = (name: string) => `quarantined ${name}`;

  /** Whether this tab has another release in its memory: falling back to it costs the person nothing. */
  const hasGoodOne = (name: string, version: string) =>
    chooser.others(name, version).some((other) => remotes.isReady(name, other));

  /** Activates the next choice; false when no other release works. */
  async function replace(name: string, release: Release): Promise<boolean> {
    const choice = await chooser.choose(name);
    if (!choice || choice.release.version === release.version) return false;
    return (await activator.replace(name, choice)) === null;
  }

  function notify(name: string, release: Release, reason: string): void {
    const running = registry.releaseOf(name);
    const instead = running?.version === release.version ? null : running;
    notices.warn(noticeOf(name), quarantinedText(release, reason, instead));
  }

  return {
    add(name, release, reason) {
      memory.quarantine[quarantineKey(name, release.version)] = reason;
      save();
    },

    async loadFailed(name, release, failure) {
      // A server that does not answer at all will not answer for the previous release either.
      const another =
        failure.kind !== 'timeout' && navigator.onLine && chooser.others(name, release.version).length > 0;
      if (!another || activator.channelOf(name) === 'override') return;
      const key = quarantineKey(name, release.version);
      memory.quarantine[key] = failure.reason;
      if (await replace(name, release)) {
        save();
        notify(name, release, failure.reason);
        // Nothing of it is shown here, so nothing else tells the team that released it.
        const { cause, reason } = failure;
        const { version } = release;
        reportError(cause ?? reason, { area: 'releases', remote: name, version, expected: true });
      } else delete memory.quarantine[key];
    },

    async crashed(name, version, error) {
      const key = quarantineKey(name, version);
      const release = registry.releaseOf(name);
      const count = (failures.get(key) ?? 0) + weightOf(error);
      failures.set(key, count);
      if (release?.version !== version || key in memory.quarantine) return;
      // A missing file may be the network's fault; another release has its files on the same server.
      const isEnough =
        count >= MAX_FAILURES || (!(error instanceof ChunkLoadError) && hasGoodOne(name, version));
      if (!isEnough) return;
      const isTampered = error instanceof ChunkLoadError && error.kind === 'tampered';
      const reason = isTampered ? error.reason : crashReason(error, count);
      memory.quarantine[key] = reason;
      save();
      if (await replace(name, release)) return notify(name, release, reason);
      remotes.fail(name, release, {
        remote: name,
        displayName: release.descriptor.displayName,
        version,
        kind: 'quarantined',
        reason: disabledText(reason),
        cause: error,
      });
    },

    release(name, version) {
      const key = quarantineKey(name, version);
      delete memory.quarantine[key];
      failures.delete(key);
      save();
      notices.drop(noticeOf(name));
      const running = registry.releaseOf(name);
      if (running?.version === version) remotes.forget(name, running);
    },
  };
}
