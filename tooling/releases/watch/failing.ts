/** Which releases fail for others now, so that open pages that run an older one stay there. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { computeFigures } from './figures';
import { failsMore } from './judge';
import type { TabRow } from './tabRows';

/** To wait a little costs a page nothing, so fewer people are enough than for a verdict about a canary. */
export const MIN_PEOPLE = 5;
const WINDOW_MS = 24 * 3600_000;

/** @returns the same text for the same releases: what changes with every report would make every page read the registry again. */
function inWords(failing: number, people: number): string {
  const tenths = Math.max(1, Math.round((failing / people) * 10));
  return `it fails for about ${tenths} of 10 people`;
}

/** The live version and the canary of each remote, where they fail for more people than the version that they replace. */
function failingReleases(
  { remotes, rollout = {} }: Registry,
  rows: readonly TabRow[],
  now: number,
): NonNullable<Registry['failing']> {
  const failing: NonNullable<Registry['failing']> = {};
  for (const [remote, { version }] of Object.entries(remotes)) {
    const { previous, canary } = rollout[remote] ?? {};
    const figuresFor = (one = '') => computeFigures(rows, { remote, version: one }, now - WINDOW_MS);
    const pairs = [
      [figuresFor(version), figuresFor(previous?.version)],
      [figuresFor(canary?.to.version), figuresFor(version)],
    ] as const;
    for (const [tried, usual] of pairs)
      if (tried.people >= MIN_PEOPLE && failsMore(tried, usual))
        (failing[remote] ??= {})[tried.version] = inWords(tried.failing, tried.people);
  }
  return failing;
}

/** The registry with word of what fails in it; the same object while nothing does. */
export function withFailing(registry: Registry, rows: readonly TabRow[], now: number): Registry {
  const failing = failingReleases(registry, rows, now);
  return Object.keys(failing).length > 0 ? { ...registry, failing } : registry;
}
