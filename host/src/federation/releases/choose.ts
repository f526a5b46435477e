/** Chooses the release of a remote: the user's override, the organization's canary, the stable release, or the previous one. */
import {
  chooseRelease,
  readRelease,
  RELEASE_FILE,
  type Registry,
  type Release,
  type ReleasePointer,
} from '@hindsight/shared-contracts/registry';
import type { Channel, Choice } from './releases';
import { quarantineKey, type TabMemory } from './tabMemory';

const FETCH_TIMEOUT_MS = 4000;

interface ChooserDeps {
  served(): Registry;
  memory: TabMemory;
  /** Active organization; null for a workspace without one. */
  organization(): string | null;
  /** Release that ran in this page before the current one. */
  replaced(name: string): Release | null;
  /** Called with the reason when the preferred release could not be used. */
  onProblem(name: string, channel: Channel, version: string, reason: string): void;
}

export interface Chooser {
  /** Null when the registry does not name the remote. */
  choose(name: string): Promise<Choice | null>;
  /** Other versions to fall back to, without quarantined ones. */
  others(name: string, version: string): string[];
}

/**
 * Fetches the description of a release that the registry references, or that a developer names.
 * @param pointer without `integrity` for a developer's own build.
 * @throws Error with a sentence that states the reason.
 */
export async function fetchRelease({
  url,
  version,
  integrity,
}: Pick<ReleasePointer, 'url'> & Partial<ReleasePointer>): Promise<Release> {
  const ask = (cache: RequestCache) =>
    fetch(url, { cache, ...(integrity && { integrity }), signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  let response: Response;
  try {
    // A description with a hash is immutable, so a corrupt copy in the browser's cache is replaced by a reload.
    response = await (integrity ? ask('default').catch(() => ask('reload')) : ask('no-store'));
  } catch {
    // With an integrity, browsers report no response and a mismatch as the same error.
    throw new Error(
      integrity ? `${url} can’t be reached, or doesn’t match its release.` : `${url} cannot be reached.`,
    );
  }
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}.`);
  const value = (await response.json().catch(() => null)) as { version?: unknown } | null;
  try {
    const pointer = { version: version ?? String(value?.version), url, integrity: integrity ?? '' };
    return readRelease(pointer, value);
  } catch (error) {
    throw new Error(`${url} doesn’t describe a usable release.`, { cause: error });
  }
}

/** Maps `http://localhost:3001`, `…/1.0.0/` or `…/remoteEntry.js` to the URL of the release's description. */
export function describeAddress(address: string): string {
  const url = new URL(address);
  const folder = url.pathname.replace(/(?<![^/])[^/]*\.js(on)?$/, '').replace(/\/?$/, '/');
  return url.origin + folder + RELEASE_FILE;
}

export function createChooser({ served, memory, organization, replaced, onProblem }: ChooserDeps): Chooser {
  /** Descriptions are immutable, so each is fetched once. */
  const fetched = new Map<string, Release>();

  async function describeRelease(pointer: ReleasePointer): Promise<Release> {
    const key = pointer.url + pointer.integrity;
    const known = fetched.get(key) ?? (await fetchRelease(pointer));
    fetched.set(key, known);
    return known;
  }

  /** Candidates in order of preference. */
  function candidates(name: string): { channel: Channel; to: Release | ReleasePointer }[] {
    const { remotes, rollout } = served();
    const canary = chooseRelease(name, rollout, organization());
    const stable = remotes[name];
    const before = replaced(name);
    // A newer release was rolled back, so it is no fallback.
    const isOlder = before && stable && Date.parse(before.builtAt) <= Date.parse(stable.builtAt);
    // A first promotion names no previous release; until then the release shipped with the deployment ran.
    const previous = rollout?.[name]?.previous ?? (isOlder ? before : undefined);
    return [
      ...(canary ? [{ channel: 'canary' as const, to: canary }] : []),
      ...(stable ? [{ channel: 'stable' as const, to: stable }] : []),
      ...(previous ? [{ channel: 'previous' as const, to: previous }] : []),
    ];
  }

  async function chooseOverride(name: string, address: string): Promise<Choice | null> {
    try {
      const release = await fetchRelease({ url: describeAddress(address) });
      const found = release.descriptor.name;
      if (found !== name) throw new Error(`It serves ${found}, not ${name}.`);
      return { channel: 'override', release };
    } catch (error) {
      onProblem(name, 'override', address, (error as Error).message);
      return null;
    }
  }

  return {
    others: (name, version) =>
      candidates(name)
        .map(({ to }) => to.version)
        .filter((other) => other !== version && !(quarantineKey(name, other) in memory.quarantine)),
    async choose(name) {
      const address = memory.overrides[name];
      const own = address ? await chooseOverride(name, address) : null;
      if (own) return own;
      for (const { channel, to } of candidates(name)) {
        if (quarantineKey(name, to.version) in memory.quarantine) continue;
        if ('descriptor' in to) return { channel, release: to };
        try {
          return { channel, release: await describeRelease(to) };
        } catch (error) {
          onProblem(name, channel, to.version, (error as Error).message);
        }
      }
      const stable = served().remotes[name];
      return stable ? { channel: 'stable', release: stable } : null;
    },
  };
}
