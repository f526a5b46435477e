/** Tells the log of releases that fail in open pages, whether or not a canary is judged: a plain promotion has no other voice. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { releaseRole } from '../listReleases';
import { computeFigures, type ReleaseFigures } from './figures';
import type { TabRow } from './tabRows';

type Name = Pick<ReleaseFigures, 'remote' | 'version'>;

const toKey = ({ remote, version }: Name) => `${remote}@${version}`;

/**
 * A release is told with its first failing person, and again each time that they have doubled: enough to see that it spreads.
 * @param before rows of an earlier run of the program, whose failures were told.
 * @returns what is to be called for the releases of each report, with all rows.
 */
export function failureTeller(
  before: readonly TabRow[],
  log: (record: Record<string, unknown>) => void,
): (registry: Registry, reported: readonly Name[], rows: readonly TabRow[]) => void {
  const failed = before.filter(({ failures }) => failures > 0);
  const told = new Map(failed.map((row) => [toKey(row), computeFigures(failed, row).failing]));
  return (registry, reported, rows) => {
    for (const release of reported) {
      const { failing, people, reason } = computeFigures(rows, release);
      const known = Math.min(told.get(toKey(release)) ?? 0, failing);
      const isNews = failing >= Math.max(1, 2 * known);
      told.set(toKey(release), isNews ? failing : known);
      if (!isNews) continue;
      const { remote, version } = release;
      const role = releaseRole(registry, remote, version);
      log({ msg: 'releases', problem: 'a release fails', remote, version, role, failing, people, reason });
    }
  };
}
