/** Finds a memory also by the words of the superseded one that it replaced. */
import type { Superseded } from '@hindsight/shared-contracts/api';
import type { Handle } from '../../platform/database/database';
import type { Hit } from './queries/search';
import { hasSuperseded, successorsWithin } from '../memory';
import type { SearchFilter } from '../memory';

/** A hit with a sentence about why, and the superseded memory by which it was found. */
export interface ReasonedHit extends Hit {
  explanation: string | null;
  supersedes?: Superseded | undefined;
}

/** Maximum number of superseded memories examined per search. */
const MOST = 100;

/**
 * The hits of `find` among superseded memories, each under the id of the memory that replaced it. The filter applies to the replacement. A
 * search that includes archived memories shows the superseded ones themselves. `isAny` says whether the workspace has any, if already
 * known.
 */
export async function followSuperseded<H extends ReasonedHit>(
  handle: Handle,
  filter: SearchFilter,
  find: (filter: SearchFilter) => Promise<readonly H[]>,
  isAny?: boolean,
): Promise<H[]> {
  const { rows, includeArchived } = filter;
  if (includeArchived || !(isAny ?? (await hasSuperseded(handle, rows)))) return [];
  const found = await find({
    rows,
    narrowing: {},
    includeArchived: true,
    onlySuperseded: true,
    skip: 0,
    limit: MOST,
  });
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const successors = await successorsWithin(handle, ids, filter);
  const hits = new Map<string, H>();
  for (const hit of found) {
    const successor = successors.get(hit.id);
    if (!successor || hits.has(successor.id)) continue;
    const { id, title } = successor;
    const explanation = [`Found via “${title}”, which it replaces.`, hit.explanation]
      .filter((part) => part !== null)
      .join(' ');
    hits.set(id, { ...hit, id, explanation, supersedes: { id: hit.id, title } });
  }
  return [...hits.values()];
}

/** Merges both lists, best first, each memory once with the better of its scores. */
export function mergeSuccessors<H extends ReasonedHit>(own: readonly H[], through: readonly H[]): H[] {
  if (through.length === 0) return [...own];
  const others = new Map(through.map((hit) => [hit.id, hit]));
  const merged = own.map((hit): H => {
    const other = others.get(hit.id);
    if (!other) return hit;
    others.delete(hit.id);
    return other.score > hit.score ? other : { ...hit, supersedes: other.supersedes };
  });
  return [...merged, ...others.values()].sort((a, b) => b.score - a.score);
}
