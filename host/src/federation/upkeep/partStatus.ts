/** Gathers what is known of one part for the status panel. */
import { releaseOf } from '../registryClient';
import type { PartStatus, RemoteState } from '../types';
import type { Swaps } from './swaps';
import type { TabMemory } from './tabMemory';

interface Known {
  memory: TabMemory;
  /** The last thing that went wrong with it. */
  problem: string | null;
  swaps: Swaps;
  state: RemoteState | undefined;
}

export function partStatus(name: string, { memory, problem, swaps, state }: Known): PartStatus {
  const release = releaseOf(name);
  const waiting = swaps.waiting(name);
  return {
    name,
    displayName: release?.descriptor.displayName ?? name,
    state: state?.status ?? 'idle',
    channel: swaps.channelOf(name),
    release,
    waiting: waiting && { version: waiting.release.version, channel: waiting.channel },
    problem: state?.status === 'failed' ? state.failure.reason : problem,
    aside: Object.entries(memory.aside).flatMap(([key, reason]) =>
      key.startsWith(`${name}@`) ? [{ version: key.slice(name.length + 1), reason }] : [],
    ),
    override: memory.overrides[name] ?? null,
  };
}
