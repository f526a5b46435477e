/** Finds the newest earlier version that is fit to be live again. */
import { RELEASE_FILE } from '@hindsight/shared-contracts/registry';
import { type AuditLine, findRollback } from './audit';
import type { Store } from './store';
import { MIN_PEOPLE } from './watch/failing';
import { failingShare } from './watch/figures';
import { readWatch, type Watch } from './watch/watchFile';

export interface LastGood {
  /** Undefined when there is none. */
  version: string | undefined;
  /** Newer versions that were skipped, with the reasons. */
  skipped: { version: string; why: string }[];
}

/** Describes a rollback, as the predicate of a sentence about the version. */
export const rolledBackText = ({ who, when, reason }: AuditLine): string =>
  `was rolled back by ${who} on ${when.slice(0, 10)}${reason ? ` (${reason})` : ''}`;

/** Null when the version is not known to fail; the watch knows only versions with recent reports. */
function failingText(watch: Watch | null, remote: string, version: string): string | null {
  const figures = watch?.releases.find((one) => one.remote === remote && one.version === version);
  if (!figures || figures.people < MIN_PEOPLE || failingShare(figures) <= 0.5) return null;
  return `failed for ${figures.failing} of ${figures.people} people`;
}

/** @param earlier versions that were live before, oldest first. */
export async function lastGood(
  store: Store,
  record: readonly AuditLine[],
  remote: string,
  earlier: readonly string[],
): Promise<LastGood> {
  const watch = await readWatch(store);
  const skipped: LastGood['skipped'] = [];
  for (const version of new Set(earlier.toReversed())) {
    const undone = findRollback(record, remote, version);
    const why = undone ? rolledBackText(undone) : failingText(watch, remote, version);
    if (why !== null) skipped.push({ version, why });
    else if (await store.read(`${remote}/${version}/${RELEASE_FILE}`)) return { version, skipped };
    else skipped.push({ version, why: 'is no longer in the store' });
  }
  return { version: undefined, skipped };
}
