/** The release manager: polls the registry, chooses a release of each remote, activates it, and quarantines failing ones. */
import { reportError } from '../../telemetry/reportError';
import { isLoadFailure } from '../failure';
import type { RemoteFailure } from '../failure';
import { createActivator } from './activate';
import { createChooser, describeAddress, fetchRelease } from './choose';
import { createServedRegistry, schedulePolls } from './poll';
import { createQuarantine } from './quarantine';
import type { Choice, ReleaseDeps, ReleaseManager, RemoteStatus } from './releases';
import { readTabMemory, writeTabMemory } from './tabMemory';
import {
  contractsText,
  heldBackText,
  isNewer,
  refusedText,
  UNSAVED_CHANGES,
  notAllowedText,
  overrideFailedText,
  overrideText,
} from './texts';
import type { TabMemory } from './tabMemory';

interface OverridesDeps extends Pick<ReleaseDeps, 'registry' | 'notices' | 'settings'> {
  memory: TabMemory;
  /** Ends the override of a remote. */
  reset(name: string): void;
}

interface Overrides {
  /** Adopts the overrides from the address, and drops those that are no longer allowed. */
  adopt(requested: Readonly<Record<string, string>>): void;
  /** Reason why a remote cannot be loaded from an address, or null. */
  findProblem(name: string, address: string): Promise<string | null>;
  /** Updates the notice about an override, which stays as long as the override does. */
  announce(name: string, problem?: string | null): void;
}

/** @param pattern an origin, `http://localhost:3001`, or one with any port, `http://localhost:*`. */
function matches(pattern: string, url: URL): boolean {
  if (!pattern.endsWith(':*')) return url.origin === pattern;
  return `${url.protocol}//${url.hostname}` === pattern.slice(0, -2);
}

/** Complete URL, or null when the address is invalid or not allowed. */
function allowedUrl(address: string, allowed: readonly string[]): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username || url.password) return null;
  return allowed.some((pattern) => matches(pattern, url)) ? url.href : null;
}

/** Overrides of one tab: a remote's URL instead of the registry's, where the installation allows it. */
function createOverrides({ memory, registry, notices, settings, reset }: OverridesDeps): Overrides {
  const allowed = () => settings.get().overrideOrigins;
  const displayName = (name: string) => registry.releaseFor(name)?.descriptor.displayName ?? name;

  function announce(name: string, problem: string | null = null): void {
    const key = `override ${name}`;
    const url = memory.overrides[name];
    if (!url) return notices.drop(key);
    const text = problem
      ? overrideFailedText(displayName(name), url, problem)
      : overrideText(displayName(name), url);
    notices.put({ key, tone: 'warn', text, actions: [{ label: 'Reset', run: () => reset(name) }] });
  }

  return {
    announce,
    adopt(requested) {
      for (const [name, address] of Object.entries({ ...memory.overrides, ...requested })) {
        const url = allowedUrl(address, allowed());
        if (url) memory.overrides[name] = url;
        else {
          delete memory.overrides[name];
          notices.warn(`refused override ${name}`, notAllowedText(name, address, allowed()));
        }
      }
      Object.keys(memory.overrides).forEach((name) => announce(name));
    },
    async findProblem(name, address) {
      const url = allowedUrl(address, allowed());
      if (!url) return notAllowedText(displayName(name), address, allowed());
      try {
        const { descriptor } = await fetchRelease({ url: describeAddress(url) });
        return descriptor.name === name ? null : `${url} is ${descriptor.name}, not ${name}.`;
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
}

/** Maximum wait of a first load for the organization, on which a canary depends. */
const ORGANIZATION_TIMEOUT_MS = 4000;

export function startReleaseManager(deps: ReleaseDeps): ReleaseManager {
  const { registry, remotes, notices, drafts, settings, workspace } = deps;
  const memory = readTabMemory();
  const save = () => writeTabMemory(memory);
  const problems = new Map<string, string>();
  /** Reasons why newer releases are held back here. */
  const held = new Map<string, string>();
  const listeners = new Set<() => void>();
  const notify = () => [...listeners].forEach((listener) => listener());
  const organization = () => workspace.get().scope?.organizationId ?? null;
  const served = createServedRegistry(registry);
  const overrides = createOverrides({ ...deps, memory, reset: (name) => void override(name, null) });
  const chooser = createChooser({
    served: served.get,
    memory,
    organization,
    replaced: (name) => activator.replaced(name),
    onProblem(name, channel, version, reason) {
      problems.set(name, reason);
      if (channel === 'override') overrides.announce(name, reason);
      else reportError(reason, { area: `releases ${channel}`, remote: name, version, expected: true });
    },
  });
  const activator = createActivator(deps);
  const quarantine = createQuarantine({ ...deps, memory, save, chooser, activator });

  /** Keeps the running release after a chosen one failed to load. */
  function refuse(name: string, { channel, release }: Choice, failure: RemoteFailure): void {
    const { kind, reason, cause } = failure;
    const { version } = release;
    problems.set(name, reason);
    reportError(cause ?? reason, { area: 'releases', remote: name, version, expected: true });
    if (channel === 'override') return overrides.announce(name, reason);
    // An unreachable server may respond to the next poll.
    if (kind !== 'unreachable') quarantine.add(name, release, reason);
    notices.warn(`refused ${name}`, refusedText(release));
  }

  /** Returns the good running release while the chosen newer one fails for others; null when the choice applies. */
  function findHeldBack(name: string, { channel, release }: Choice): Choice | null {
    held.delete(name);
    const running = registry.releaseFor(name);
    const reason = served.get().failing?.[name]?.[release.version];
    const isGood = running && remotes.state(name)?.status !== 'failed';
    if (!reason || !isGood || channel === 'override' || !isNewer(release, running)) return null;
    held.set(name, heldBackText(release, reason, running));
    return { channel: activator.openChannel(name), release: running };
  }

  async function applyChoice(name: string, immediately: boolean): Promise<void> {
    // A disabled remote must not run any code; enabling it restores the same release.
    if (registry.get().registry.disabled?.[name]) return;
    const choice = await chooser.choose(name);
    if (!choice) return activator.remove(name);
    const running = findHeldBack(name, choice);
    if (running) return void (await activator.propose(name, running, false));
    const failure = await activator.propose(name, choice, immediately);
    if (failure) refuse(name, choice, failure);
  }

  /** Disables or enables remotes at once, whatever is on screen. */
  function applySwitches(): void {
    const { registry: used } = registry.get();
    const { disabled } = served.get();
    if (JSON.stringify(used.disabled) === JSON.stringify(disabled)) return;
    const { disabled: _before, ...rest } = used;
    registry.update({ registry: disabled ? { ...rest, disabled } : rest });
    activator.switched();
  }

  /** Applied one after the other: concurrent runs would activate each other's releases. */
  let applying: Promise<unknown> = Promise.resolve();
  function apply(immediately: boolean, only?: string): Promise<void> {
    const done = applying
      .then(async () => {
        applySwitches();
        const known = { ...served.get().remotes, ...registry.get().registry.remotes, ...memory.overrides };
        for (const name of only ? [only] : Object.keys(known)) await applyChoice(name, immediately);
        notify();
      })
      .catch((error: unknown) => reportError(error, { area: 'releases' }));
    applying = done;
    return done;
  }

  async function poll(): Promise<void> {
    if (await served.poll()) await apply(false);
    // Registry problems concern operators: the status dialog shows them.
    if (registry.get().problem !== null) schedule.retry();
    notify();
  }

  async function override(name: string, address: string | null): Promise<string | null> {
    const problem = address && (await overrides.findProblem(name, address));
    if (problem) return problem;
    if (!(await drafts.mayLoseInPlace())) return UNSAVED_CHANGES;
    if (address) memory.overrides[name] = new URL(address).href;
    else delete memory.overrides[name];
    save();
    await apply(true, name);
    overrides.announce(name);
    return null;
  }

  const organizationKnown = () =>
    new Promise<void>((resolve) => {
      const check = () => workspace.get().scope && (stop(), resolve());
      const stop = workspace.subscribe(check);
      setTimeout(() => (stop(), resolve()), ORGANIZATION_TIMEOUT_MS);
      check();
    });

  let deciding = true;
  /** Organization for which releases were last chosen. */
  let appliedFor = organization();
  const followOrganization = () => {
    if (deciding || organization() === appliedFor) return;
    appliedFor = organization();
    void apply(true);
  };
  async function decide(): Promise<void> {
    await settings.ready;
    overrides.adopt(deps.overrides);
    save();
    const hasCanary = Object.values(served.get().rollout ?? {}).some(({ canary }) => canary);
    if (hasCanary) await organizationKnown();
    appliedFor = organization();
    await apply(false);
  }
  const decided = decide()
    .catch((error: unknown) => reportError(error, { area: 'releases' }))
    .finally(() => {
      deciding = false;
      followOrganization();
    });
  const stopFollowing = workspace.subscribe(followOrganization);
  const schedule = schedulePolls(() => void poll());

  function readStatus(name: string): RemoteStatus {
    const release = registry.releaseFor(name);
    const waiting = activator.waiting(name);
    const state = remotes.state(name);
    return {
      name,
      displayName: release?.descriptor.displayName ?? name,
      state: state?.status ?? 'idle',
      channel: activator.openChannel(name),
      release,
      waiting: waiting && { version: waiting.release.version, channel: waiting.channel },
      problem:
        state?.status === 'failed' ? state.failure.reason : (held.get(name) ?? problems.get(name) ?? null),
      quarantined: Object.entries(memory.quarantine).flatMap(([key, reason]) =>
        key.startsWith(`${name}@`) ? [{ version: key.slice(name.length + 1), reason }] : [],
      ),
      override: memory.overrides[name] ?? null,
    };
  }

  return {
    decided,
    isDeciding: () => deciding,
    poll,
    override,
    activate: activator.activate,
    navigated() {
      activator.navigated();
      schedule.navigated();
      notify();
    },
    refusal: contractsText,
    async loadFailed(name, release, failure) {
      problems.set(name, failure.reason);
      await quarantine.loadFailed(name, release, failure);
      notify();
    },
    async crashed(name, version, error, visit) {
      problems.set(name, error instanceof Error ? error.message : String(error));
      // A missing file was most likely replaced by a newer release, which a poll finds.
      if (isLoadFailure(error)) await poll();
      else await quarantine.crashed(name, version, error, visit);
      notify();
    },
    async retried(name, failure) {
      if (failure.kind === 'quarantined' && failure.version) quarantine.release(name, failure.version);
      await poll();
    },
    async releaseFromQuarantine(name, version) {
      quarantine.release(name, version);
      problems.delete(name);
      await apply(true, name);
      remotes.ensure(name);
    },
    status: () => Object.keys(registry.get().registry.remotes).map(readStatus),
    subscribe(listener) {
      listeners.add(listener);
      const stop = remotes.subscribe(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    stop() {
      schedule.stop();
      activator.stop();
      stopFollowing();
    },
  };
}
