/** Links superseded memories of an import to their successors, which get new IDs in the workspace. */
import type { ImportRow } from '@hindsight/shared-contracts/api';
import type { Match } from './duplicates';
import type { ImportItem } from '@hindsight/import-formats';
import { namedSuccessor, SUCCESSOR } from './judgments';

/** IDs in the workspace by the IDs of the same memories in the file. */
export type NewIds = ReadonlyMap<string, string>;

export const successorIn = ({ metadata_col: metadata }: ImportRow): string | null =>
  namedSuccessor(metadata ?? null);

/** Replaces the successor's ID with the one in the workspace; removes it if there is none. */
export function withSuccessor(row: ImportRow, ids: NewIds): ImportRow {
  const old = successorIn(row);
  if (old === null) return row;
  const { [SUCCESSOR]: _, ...metadata } = row.metadata_col ?? {};
  const id = ids.get(old);
  return { ...row, metadata_col: { ...metadata, ...(id !== undefined && { [SUCCESSOR]: id }) } };
}

/** @param here successors named in the file that exist in the workspace. */
export function knownIds(
  items: readonly ImportItem[],
  matches: readonly (Match | null)[],
  here: Iterable<string>,
) {
  const ids = new Map([...here].map((id) => [id, id]));
  items.forEach(({ id }, at) => {
    const match = matches[at];
    if (id !== null && match?.kind === 'same') ids.set(id, match.known.id);
  });
  return ids;
}

/**
 * Assigns each row a turn, starting at 0: successors are stored in earlier turns, so their IDs are known. In a cycle,
 * which no workspace contains, one reference is dropped.
 */
export function assignTurns(rows: readonly { id: string | null; row: ImportRow }[]): number[] {
  const byId = new Map(rows.flatMap((one) => (one.id === null ? [] : [[one.id, one] as const])));
  const turns = new Map<(typeof rows)[number], number>();
  return rows.map((first) => {
    const chain: (typeof rows)[number][] = [];
    let next: typeof first | undefined = first;
    while (next && !turns.has(next) && !chain.includes(next)) {
      chain.push(next);
      next = byId.get(successorIn(next.row) ?? '');
    }
    let turn = (next && turns.get(next)) ?? -1;
    for (const one of chain.reverse()) turns.set(one, (turn += 1));
    return turns.get(first) ?? 0;
  });
}
