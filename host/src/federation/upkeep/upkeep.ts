/** Puts the parts of upkeep together: what was served, what is chosen of it, and when it is shown. */
import { reportError } from '../../telemetry/reportError';
import type { Surroundings } from '../askUpkeep';
import { ChunkLoadError } from '../chunkFiles';
import { readRegistry, registry, releaseOf } from '../registryClient';
import type { Upkeep } from '../types';
import { ensureRemote, onRemotes, remoteState } from '../useRemote';
import { createAside } from './aside';
import { createChooser } from './choose';
import { createNoticeBoard } from './noticeBoard';
import { createOverrides } from './overrides';
import { partStatus } from './partStatus';
import { refusalOf } from './refusal';
import { startSchedule } from './schedule';
import { createServedRegistry } from './servedRegistry';
import { createSwaps } from './swaps';
import { readTabMemory, writeTabMemory } from './tabMemory';
import { refusedText, registryText } from './words';

/** So long (milliseconds) a first load waits to learn the organization, when a canary depends on it. */
export const ORGANIZATION_PATIENCE = 4000;

/** @param wishes overrides that the address asked for, by remote. */
export function startUpkeep(around: Surroundings, wishes: Readonly<Record<string, string>>): Upkeep {
  const { drafts, notices, settings, toasts, workspace } = around;
  const memory = readTabMemory();
  const save = () => writeTabMemory(memory);
  const problems = new Map<string, string>();
  const listeners = new Set<() => void>();
  const tell = () => [...listeners].forEach((listener) => listener());
  const board = createNoticeBoard(notices);
  const served = createServedRegistry();
  const organization = () => workspace.get().scope?.organizationId ?? null;
  const overrides = createOverrides({
    memory,
    allowed: () => settings.get().overrideOrigins,
    board,
    reset: (name) => void override(name, null),
  });
  const chooser = createChooser({
    served: served.get,
    memory,
    organization,
    complain(name, channel, version, reason) {
      problems.set(name, reason);
      if (channel === 'override') overrides.badge(name, reason);
      else reportError(reason, { area: `upkeep ${channel}`, remote: name, version, expected: true });
    },
  });
  const swaps = createSwaps({ board, drafts, say: (text) => toasts.show('info', text) });
  const aside = createAside({ memory, save, chooser, swaps, board });

  async function bring(name: string, atOnce: boolean): Promise<void> {
    const choice = await chooser.choose(name);
    if (!choice) return swaps.remove(name);
    const running = releaseOf(name);
    const failure = await swaps.bring(name, choice, atOnce);
    if (!failure) return;
    problems.set(name, failure.reason);
    const { release } = choice;
    reportError(failure.cause ?? failure.reason, {
      area: 'upkeep',
      remote: name,
      version: release.version,
      expected: true,
    });
    if (choice.channel === 'override') return overrides.badge(name, failure.reason);
    // The next look may reach a server that could not be reached; everything else stays as it is.
    if (failure.kind !== 'timeout' && failure.kind !== 'unreachable')
      aside.refuse(name, release, failure.reason);
    const key = `refused ${name}`;
    const text = refusedText(release, failure.reason, running);
    board.put({ key, tone: 'warn', text, actions: [], close: () => board.drop(key) });
  }

  /** One after the other: two plans at once would bring each other's releases. */
  let plans: Promise<unknown> = Promise.resolve();
  function plan(atOnce: boolean, only?: string): Promise<void> {
    const all = async () => {
      const names = new Set([
        ...Object.keys({ ...served.get().remotes, ...registry().remotes, ...memory.overrides }),
      ]);
      for (const name of only ? [only] : names) await bring(name, atOnce);
      tell();
    };
    const done = plans.then(all).catch((error: unknown) => reportError(error, { area: 'upkeep' }));
    plans = done;
    return done;
  }

  function sayRegistry(): void {
    const { problem, registry: used, source } = readRegistry();
    if (problem === null || source === 'none') return board.drop('registry');
    board.put({
      key: 'registry',
      tone: 'warn',
      text: registryText(problem, used.updatedAt),
      actions: [{ label: 'Retry', run: () => void look() }],
    });
  }

  async function look(): Promise<void> {
    if (await served.ask()) await plan(false);
    sayRegistry();
    tell();
  }

  async function override(name: string, address: string | null): Promise<string | null> {
    const problem = address && (await overrides.problemOf(name, address));
    if (problem) return problem;
    if (!(await drafts.mayLoseInPlace())) return 'An unsaved draft stands in the way.';
    if (address) memory.overrides[name] = new URL(address).href;
    else delete memory.overrides[name];
    save();
    await plan(true, name);
    overrides.badge(name);
    return null;
  }

  const organizationKnown = () =>
    new Promise<void>((resolve) => {
      const check = () => workspace.get().scope && (stop(), resolve());
      const stop = workspace.subscribe(check);
      setTimeout(() => (stop(), resolve()), ORGANIZATION_PATIENCE);
      check();
    });

  let deciding = true;
  async function decide(): Promise<void> {
    await settings.ready;
    overrides.begin(wishes);
    save();
    const hasCanary = Object.values(served.get().rollout ?? {}).some(({ canary }) => canary);
    if (hasCanary) await organizationKnown();
    await plan(false);
    sayRegistry();
  }
  const decided = decide()
    .catch((error: unknown) => reportError(error, { area: 'upkeep' }))
    .finally(() => (deciding = false));

  let lastOrganization = organization();
  const stopFollowing = workspace.subscribe(() => {
    if (organization() === lastOrganization) return;
    lastOrganization = organization();
    if (!deciding) void plan(true);
  });
  const schedule = startSchedule(() => void look());

  async function takeOut(name: string, version: string): Promise<void> {
    aside.takeOut(name, version);
    problems.delete(name);
    await plan(true, name);
    ensureRemote(name);
  }

  return {
    decided,
    isDeciding: () => deciding,
    look,
    override,
    takeOut,
    takeOver: swaps.takeOver,
    navigated() {
      swaps.navigated();
      schedule.navigated();
      tell();
    },
    refusal: (descriptor) => refusalOf(descriptor, around.capabilities),
    async loadFailed(name, release, failure) {
      problems.set(name, failure.reason);
      await aside.loadFailed(name, release, failure);
      tell();
    },
    async crashed(name, version, error) {
      problems.set(name, error instanceof Error ? error.message : String(error));
      // A file that is gone was most likely replaced: the server knows by what.
      if (error instanceof ChunkLoadError) await look();
      await aside.crashed(name, version, error);
      tell();
    },
    async retried(name, failure) {
      if (failure.kind === 'aside' && failure.version) aside.takeOut(name, failure.version);
      await look();
    },
    parts: () =>
      Object.keys(registry().remotes).map((name) =>
        partStatus(name, { memory, problem: problems.get(name) ?? null, swaps, state: remoteState(name) }),
      ),
    subscribe(listener) {
      listeners.add(listener);
      const stop = onRemotes(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    stop() {
      schedule.stop();
      swaps.stop();
      stopFollowing();
    },
  };
}
