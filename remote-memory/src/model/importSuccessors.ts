/** Leads imported memories that are superseded to their successors, which get ids of their own in the workspace. */
import type { ImportRow } from '@hindsight/shared-contracts/api';
import type { Match } from './duplicates';
import type { ImportItem } from '@hindsight/import-formats';
import { namedSuccessor, SUCCESSOR } from './judgments';

/** Ids in the workspace by the ids that a file has for the same memories. */
export type NewIds = ReadonlyMap<string, string>;

export const successorIn = ({ metadata_col: metadata }: ImportRow): string | null =>
  namedSuccessor(metadata ?? null);

/** The row with the successor that the workspace has; without one where it has none. */
export function withSuccessor(row: ImportRow, ids: NewIds): ImportRow {
  const old = successorIn(row);
  if (old === null) return row;
  const { [SUCCESSOR]: _, ...metadata } = row.metadata_col ?? {};
  const id = ids.get(old);
  return { ...row, metadata_col: { ...metadata, ...(id !== undefined && { [SUCCESSOR]: id }) } };
}

/** @param here which of the successors that the file names are in the workspace. */
export function idsHere(
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
 * In which turn each row is stored, from 0: a successor comes in an earlier turn, so that its id is known. In a circle, which no
 * workspace has, one reference is given up.
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
