/** Which release of a remote runs here: the person's override, the organization's canary, the stable one, or the one before it. */
import {
  chooseRelease,
  type Registry,
  type Release,
  type ReleasePointer,
} from '@hindsight/shared-contracts/registry';
import type { Channel, Choice } from '../types';
import { descriptionOf, fetchRelease } from './fetchRelease';
import type { TabMemory } from './tabMemory';

/** How a release is named in what a tab keeps. */
export const asideKey = (name: string, version: string) => `${name}@${version}`;

export interface ChooserOptions {
  served(): Registry;
  memory: TabMemory;
  /** The active organization; null for a workspace without one. */
  organization(): string | null;
  /** Is told what stood in the way of a release that should have been chosen. */
  complain(name: string, channel: Channel, version: string, reason: string): void;
}

export interface Chooser {
  /** Null when the registry names no such remote. */
  choose(name: string): Promise<Choice | null>;
  /** Whether there is a release to fall back to from this one. */
  hasAnother(name: string, version: string): boolean;
}

export function createChooser({ served, memory, organization, complain }: ChooserOptions): Chooser {
  /** Descriptions never change, so each is fetched once. */
  const fetched = new Map<string, Release>();

  async function described(pointer: ReleasePointer): Promise<Release> {
    const key = pointer.url + pointer.integrity;
    const known = fetched.get(key) ?? (await fetchRelease(pointer));
    fetched.set(key, known);
    return known;
  }

  /** In the order in which they are tried. */
  function candidates(name: string): { channel: Channel; to: Release | ReleasePointer }[] {
    const { remotes, rollout } = served();
    const canary = chooseRelease(name, rollout, organization());
    const stable = remotes[name];
    const previous = rollout?.[name]?.previous;
    return [
      ...(canary ? [{ channel: 'canary' as const, to: canary }] : []),
      ...(stable ? [{ channel: 'stable' as const, to: stable }] : []),
      ...(previous ? [{ channel: 'previous' as const, to: previous }] : []),
    ];
  }

  async function overridden(name: string, address: string): Promise<Choice | null> {
    try {
      const release = await fetchRelease({ url: descriptionOf(address) });
      const found = release.descriptor.name;
      if (found !== name) throw new Error(`It is ${found}, not ${name}.`);
      return { channel: 'override', release };
    } catch (error) {
      complain(name, 'override', address, (error as Error).message);
      return null;
    }
  }

  return {
    hasAnother: (name, version) => candidates(name).some(({ to }) => to.version !== version),
    async choose(name) {
      const address = memory.overrides[name];
      const own = address ? await overridden(name, address) : null;
      if (own) return own;
      for (const { channel, to } of candidates(name)) {
        if (asideKey(name, to.version) in memory.aside) continue;
        if ('descriptor' in to) return { channel, release: to };
        try {
          return { channel, release: await described(to) };
        } catch (error) {
          complain(name, channel, to.version, (error as Error).message);
        }
      }
      const stable = served().remotes[name];
      return stable ? { channel: 'stable', release: stable } : null;
    },
  };
}
