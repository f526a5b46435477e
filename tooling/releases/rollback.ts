/** Rolls back the live version of a remote to an earlier one, or to the build that the deployment ships. */
import { admissible, type Place, pointerTo, withRollout, withStable } from './actions';
import { type AuditLine, liveHistory } from './audit';
import { commandName } from './commandName';
import { lastGood, type LastGood } from './lastGood';
import { type Author, changeRegistry } from './registryChange';
import type { Store } from './store';

/** Command word for the build of a remote that is shipped with a deployment. */
export const SHIPPED = 'shipped';

const skippedText = (remote: string, { skipped }: LastGood) =>
  skipped.map(({ version, why }) => `${remote} ${version} ${why}`).join('; ');

function noRollbackTarget(remote: string, live: string, found: LastGood): Error {
  const shipped = `return to the build shipped with the deployment: ${commandName('rollback', remote, SHIPPED)}`;
  const newest = found.skipped[0]?.version;
  return new Error(
    newest === undefined
      ? `${remote} has no version before ${live} to go back to. Promote one of those that \`${commandName('releases')}\` lists, or ${shipped}`
      : `${remote} has no good version before ${live} to go back to: ${skippedText(remote, found)}. ` +
          `Use one anyway: ${commandName('promote', remote, '<version>')} --force --reason "why", or ${shipped}`,
  );
}

/**
 * Returns to the newest earlier version that was not rolled back, does not fail for most people, and still exists.
 * @param print receives the newer versions that were skipped, with the reasons.
 */
export async function rollback(
  place: Place,
  remote: string,
  author: Author,
  print: (line: string) => void = () => undefined,
): Promise<AuditLine[]> {
  const { store } = place;
  let passedOver = '';
  const lines = await changeRegistry(store, author, async (before, record) => {
    const live = before.remotes[remote];
    if (!live) throw new Error(`${remote} is not live, so there is nothing to roll back.`);
    const others = liveHistory(record, remote).filter((version) => version !== live.version);
    const listed = before.rollout?.[remote]?.previous?.version;
    // An audit log that lost entries knows less than the registry.
    const earlier = listed === undefined || others.includes(listed) ? others : [...others, listed];
    const found = await lastGood(store, record, remote, earlier);
    if (found.version === undefined) throw noRollbackTarget(remote, live.version, found);
    passedOver = skippedText(remote, found);
    const checked = await admissible(place, remote, found.version);
    const older = earlier.slice(0, earlier.lastIndexOf(found.version)).filter((one) => one !== found.version);
    const previous = await pointerTo(place, remote, (await lastGood(store, record, remote, older)).version);
    return {
      registry: withStable(before, remote, checked, previous),
      lines: [{ what: 'rollback', remote, from: live.version, to: found.version, url: checked.pointer.url }],
    };
  });
  if (passedOver) print(`skipped: ${passedOver}`);
  return lines;
}

/** Removes a remote's releases from the registry, so that the build shipped with the deployment is live again. */
export function rollbackToShipped(store: Store, remote: string, author: Author): Promise<AuditLine[]> {
  return changeRegistry(store, author, async (before) => {
    const { [remote]: live, ...remotes } = before.remotes;
    if (!live) throw new Error(`${remote} already runs the build shipped with the deployment.`);
    return {
      registry: withRollout({ ...before, remotes }, remote, {}),
      lines: [{ what: 'rollback', remote, from: live.version, to: null }],
    };
  });
}
