/** Stops using releases that fail repeatedly in this tab, and falls back to the previous release, so that the rest keeps working. */
import type { Release } from '@hindsight/shared-contracts/registry';
import { reportError } from '../../telemetry/reportError';
import type { RemoteFailure } from '../failure';
import type { Activator } from './activate';
import type { Chooser } from './choose';
import type { ReleaseDeps } from './releases';
import { quarantineKey, type TabMemory } from './tabMemory';
import { crashReason, MAX_CRASHED_VISITS, quarantinedText } from './texts';

interface QuarantineDeps extends Pick<ReleaseDeps, 'registry' | 'remotes' | 'notices'> {
  memory: TabMemory;
  /** Persists changes of `memory`. */
  save(): void;
  chooser: Chooser;
  activator: Activator;
}

interface Quarantine {
  /** Handles a failed load; the release is quarantined when another one can be loaded. */
  loadFailed(name: string, release: Release, failure: RemoteFailure): Promise<void>;
  /**
   * Handles an error thrown while a release's program was evaluated or rendered. The release is quarantined at once if a good one is
   * loaded, else after errors on three visits.
   * @param visit number of the page visit: several failures of one visit count once.
   */
  crashed(name: string, version: string, error: unknown, visit: number): Promise<void>;
  add(name: string, release: Release, reason: string): void;
  release(name: string, version: string): void;
}

export function createQuarantine(deps: QuarantineDeps): Quarantine {
  const { registry, remotes, notices, memory, save, chooser, activator } = deps;
  /** Visits with an error, by `name@version`. */
  const crashes = new Map<string, Set<number>>();
  const noticeFor = (name: string) => `quarantined ${name}`;

  /** Whether another release is in this tab's memory: falling back to it costs the user nothing. */
  const hasGoodOne = (name: string, version: string) =>
    chooser.others(name, version).some((other) => remotes.isReady(name, other));

  /** Activates the next choice; false when no other release works. */
  async function replace(name: string, release: Release): Promise<boolean> {
    const choice = await chooser.choose(name);
    if (!choice || choice.release.version === release.version) return false;
    return (await activator.replace(name, choice)) === null;
  }

  const notify = (name: string, release: Release) => notices.warn(noticeFor(name), quarantinedText(release));

  return {
    add(name, release, reason) {
      memory.quarantine[quarantineKey(name, release.version)] = reason;
      save();
    },

    async loadFailed(name, release, failure) {
      // An unreachable server will not deliver the previous release either.
      const isAnother = failure.kind !== 'unreachable' && chooser.others(name, release.version).length > 0;
      if (!isAnother || activator.openChannel(name) === 'override') return;
      const key = quarantineKey(name, release.version);
      memory.quarantine[key] = failure.reason;
      if (await replace(name, release)) {
        save();
        notify(name, release);
        // The failure is not shown here, so only this report reaches the team that released it.
        const { cause, reason } = failure;
        const { version } = release;
        reportError(cause ?? reason, { area: 'releases', remote: name, version, expected: true });
      } else delete memory.quarantine[key];
    },

    async crashed(name, version, error, visit) {
      const key = quarantineKey(name, version);
      const release = registry.releaseFor(name);
      const visits = (crashes.get(key) ?? new Set()).add(visit);
      crashes.set(key, visits);
      if (release?.version !== version || key in memory.quarantine) return;
      if (visits.size < MAX_CRASHED_VISITS && !hasGoodOne(name, version)) return;
      const reason = crashReason(error, visits.size);
      memory.quarantine[key] = reason;
      save();
      if (await replace(name, release)) return notify(name, release);
      remotes.fail(name, release, {
        remote: name,
        displayName: release.descriptor.displayName,
        version,
        kind: 'quarantined',
        reason,
        cause: error,
      });
    },

    release(name, version) {
      const key = quarantineKey(name, version);
      delete memory.quarantine[key];
      crashes.delete(key);
      save();
      notices.drop(noticeFor(name));
      const running = registry.releaseFor(name);
      if (running?.version === version) remotes.forget(name, running);
    },
  };
}
