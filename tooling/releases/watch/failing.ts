/** Determines which releases currently fail for others, so that open pages with an older one do not upgrade. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { computeFigures } from './figures';
import { failsMore } from './judge';
import type { TabRow } from './tabRows';

/** Delaying an upgrade costs a page little, so this needs fewer people than the verdict on a canary. */
export const MIN_PEOPLE = 5;
const WINDOW_MS = 24 * 3600_000;

/** @returns a coarse text that rarely changes: otherwise every report would make every page reload the registry. */
function describeFailures(failing: number, people: number): string {
  const tenths = Math.max(1, Math.round((failing / people) * 10));
  return `it fails for about ${tenths} of 10 people`;
}

/** Live versions and canaries that fail for more people than the versions they replace. */
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
        (failing[remote] ??= {})[tried.version] = describeFailures(tried.failing, tried.people);
  }
  return failing;
}

/** The registry with current failures added; the same object when there are none. */
export function withFailing(registry: Registry, rows: readonly TabRow[], now: number): Registry {
  const failing = failingReleases(registry, rows, now);
  return Object.keys(failing).length > 0 ? { ...registry, failing } : registry;
}
