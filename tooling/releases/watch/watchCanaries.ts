/**
 * One round of the watch over a store: judges automatic canaries and records the result. Of several programs that watch one store, only the
 * holder of the lease acts; the lease is a conditional write of `WATCH_KEY`.
 */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { canaryText, type Place } from '../actions';
import { advanceCanary, rollBackCanary, type SeenCanary } from '../autoCanary';
import type { AuditLine } from '../audit';
import { readStoredRegistry } from '../registryChange';
import type { SigningKey } from '../signing/signature';
import { ChangedMeanwhileError } from '../store';
import { versionsInUse } from '../versionsInUse';
import { allFigures, computeFigures, type ReleaseFigures } from './figures';
import { judgeRelease, type Verdict } from './judge';
import type { TabRow } from './tabRows';
import { readWatch, type Watch, WATCH_KEY } from './watchFile';

/** Lease duration: a watch that has not written for this long is gone, and another one takes over. */
export const LEASE_MS = 90_000;

/** Whether the program that wrote the file is still running. */
export const isWatched = (watch: Pick<Watch, 'at'> | null, now: number): boolean =>
  watch !== null && Date.parse(watch.at) > now - LEASE_MS;

/** The releases that browsers may run: live, previous and canary versions. */
export const runningReleases = (registry: Registry): { remote: string; version: string }[] =>
  Object.keys(registry.remotes).flatMap((remote) =>
    versionsInUse(registry, remote).map((version) => ({ remote, version })),
  );

/** Warns about a step that too few people will ever reach for a verdict; empty otherwise. */
export function reachText(
  people: number,
  remote: string,
  { percent = 0, auto }: Pick<SeenCanary, 'percent' | 'auto'>,
): string {
  const reached = Math.floor((people * percent) / 100);
  if (reached >= auto.minTabs) return '';
  return (
    ` ${people} people ran ${remote} in the last week; ${percent} % of them is about ${reached}, so this step may never end. ` +
    'Restart with larger --steps or a smaller --min-people, or name organizations.'
  );
}

interface Judged {
  remote: string;
  canary: SeenCanary;
  verdict: Verdict;
}

/** Current verdict on each automatic canary. */
export function judgeAll(
  { remotes, rollout = {} }: Registry,
  rows: readonly TabRow[],
  now: number,
): Judged[] {
  return Object.entries(rollout).flatMap(([remote, { canary }]) => {
    const stable = remotes[remote];
    if (!canary?.auto || !stable) return [];
    const { auto } = canary;
    const since = Date.parse(auto.since);
    const [tried, usual] = [canary.to.version, stable.version].map((version) =>
      computeFigures(rows, { remote, version }, since),
    ) as [ReleaseFigures, ReleaseFigures];
    const verdict = judgeRelease(tried, usual, auto.minTabs);
    if (verdict.kind === 'wait') {
      const people = new Set(rows.flatMap((row) => (row.remote === remote && row.person ? row.person : [])));
      verdict.reason += reachText(people.size, remote, { ...canary, auto });
    }
    const isEarly = verdict.kind === 'good' && now < since + auto.waitMs;
    return [
      {
        remote,
        canary: { ...canary, auto },
        verdict: isEarly ? { ...verdict, kind: 'wait' as const } : verdict,
      },
    ];
  });
}

const AUTHOR = 'automatic canary';

function act(
  place: Place,
  { remote, canary, verdict }: Judged,
  key: SigningKey | undefined,
): Promise<AuditLine[]> {
  const author = { who: AUTHOR, reason: verdict.reason, key };
  if (verdict.kind === 'bad') return rollBackCanary(place.store, remote, author, canary);
  return advanceCanary(place, remote, canary, author);
}

const figuresText = (judged: readonly Judged[]) =>
  Object.fromEntries(
    judged.map(({ remote, canary, verdict }) => [remote, `${canaryText(canary)}: ${verdict.reason}`]),
  );

interface Round {
  /** Unique id of this program. */
  by: string;
  /** Signs the changes. */
  key?: SigningKey | undefined;
  rows: readonly TabRow[];
  now: number;
  notify(text: string): Promise<void>;
  /** Reports problems. */
  complain(problem: string): void;
}

/** @returns whether this program holds the lease; false while another one does. */
export async function watchCanaries(
  place: Place,
  { by, key, rows, now, notify, complain }: Round,
): Promise<boolean> {
  const { store } = place;
  const before = await readWatch(store);
  if (before && before.by !== by && isWatched(before, now)) return false;
  const { registry } = await readStoredRegistry(store);
  const judged = judgeAll(registry, rows, now);
  const watch: Watch = {
    by,
    at: new Date(now).toISOString(),
    ...(key && { key: key.id }),
    releases: allFigures(rows, runningReleases(registry)),
    canaries: figuresText(judged),
  };
  try {
    await store.alone(() =>
      store.replace(WATCH_KEY, Buffer.from(JSON.stringify(watch)), before?.tag ?? null),
    );
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) return false;
    throw error;
  }
  for (const one of judged) {
    if (one.verdict.kind === 'wait') continue;
    try {
      for (const { what, remote, from, to, reason } of await act(place, one, key))
        await notify(`${what}: ${remote} ${from ?? '(none)'} → ${to ?? '(none)'}. ${reason ?? ''}`.trim());
    } catch (error) {
      complain(`${one.remote} ${one.canary.to.version}: ${(error as Error).message}`);
    }
  }
  return true;
}
