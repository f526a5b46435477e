/** Promotes a published version or starts its canary: the gates for every release, regardless of the repository that built it. */
import type { Canary } from '@hindsight/shared-contracts/registry';
import {
  admissible,
  canaryText,
  refuseBad,
  refuseLostParts,
  refuseRetired,
  refuseTaken,
  withPromoted,
  withRollout,
} from './actions';
import type { Audience, Place, Wanted } from './actions';
import type { AuditLine } from './audit';
import { readAudit } from './audit';
import { describeRelease } from './checkRelease';
import type { Author, Change } from './registryChange';
import { changeRegistry, readStoredRegistry } from './registryChange';
import { descriptorProblems } from '../federation/descriptorProblems';
import { styleProblems } from '../styles/remoteStyles';
import type { CheckedRelease } from './checkRelease';
import type { Store } from './store';

/** @throws Error with a sentence for each invalid descriptor field, and for each style that affects the rest of the page. */
async function refuseWrongRelease(store: Store, { release }: CheckedRelease): Promise<void> {
  const { descriptor, version, integrity } = release;
  const sheets = Object.keys(integrity).filter((file) => file.endsWith('.css'));
  const styles = await Promise.all(
    sheets.map(async (file) => {
      const stored = await store.read(`${descriptor.name}/${version}/${file}`);
      return styleProblems(stored?.bytes.toString('utf8') ?? '', file);
    }),
  );
  const problems = [...descriptorProblems(descriptor), ...styles.flat()];
  if (problems.length > 0)
    throw new Error(`${descriptor.name} ${version} cannot go live:\n${problems.join('\n')}`);
}

/**
 * Tests releases in a browser, after all other checks and before the store is locked, because a browser is slow.
 * @param change to make; it runs first, because a change that it rejects needs no browser.
 */
async function changeAfterCheck(
  place: Place,
  wanted: readonly Wanted[],
  author: Author,
  change: Parameters<typeof changeRegistry>[2],
): Promise<AuditLine[]> {
  const record = await readAudit(place.store);
  await change((await readStoredRegistry(place.store)).registry, record);
  for (const { remote, version } of wanted) {
    const checked = await describeRelease(place.store, remote, version, place.publicUrl);
    if (!author.force) await refuseWrongRelease(place.store, checked);
    await place.tryOut?.(checked);
  }
  return changeRegistry(place.store, author, change);
}

/** Makes published versions the stable ones for everyone, all or none. */
export function promote(place: Place, wanted: readonly Wanted[], author: Author): Promise<AuditLine[]> {
  return changeAfterCheck(place, wanted, author, async (before, record) => {
    let change: Change = { registry: before, lines: [] };
    for (const one of wanted)
      change = await withPromoted(place, one, { change, record, force: author.force ?? false });
    return change;
  });
}

/** Starts a canary of a published version for some organizations; replaces an earlier canary. */
export function startCanary(
  place: Place,
  remote: string,
  version: string,
  audience: Audience,
  author: Author,
): Promise<AuditLine[]> {
  return changeAfterCheck(place, [{ remote, version }], author, async (before, record) => {
    refuseRetired(before, remote);
    if (!author.force) refuseBad(record, { remote, version });
    const live = before.remotes[remote];
    if (!live) throw new Error(`${remote} has no stable version yet. Promote one first.`);
    if (live.version === version) throw new Error(`${remote} ${version} is already live for everyone.`);
    const checked = await admissible(place, remote, version);
    refuseTaken(before, remote, checked);
    // An automatic canary goes live without another check.
    if (audience.auto && !author.force) refuseLostParts(before, remote, checked);
    const rollout = before.rollout?.[remote];
    const canary: Canary = { to: checked.pointer, ...audience };
    return {
      registry: withRollout(before, remote, { ...rollout, canary }),
      lines: [{ what: 'canary', remote, from: canaryText(rollout?.canary), to: canaryText(canary) }],
    };
  });
}
