/** Selection in the cleanup dialog. */
import { useState } from 'react';
import type { KeywordChange, KeywordCleanup } from '@hindsight/shared-contracts/api';

type Keywords = KeywordCleanup['duplicates'][number]['keywords'];

export interface Choice {
  ticked: ReadonlySet<string>;
  /** ID of the keyword to keep by the ID of its group's first keyword, which is the default. */
  kept: ReadonlyMap<string, string>;
  tick(ids: readonly string[], value: boolean): void;
  keep(group: string, id: string): void;
}

/** Finds the keyword of a group to keep. */
export function findKept(
  keywords: Keywords,
  kept: ReadonlyMap<string, string>,
): Keywords[number] | undefined {
  const chosen = kept.get(keywords[0]?.keyword_id ?? '');
  return keywords.find(({ keyword_id: id }) => id === chosen) ?? keywords[0];
}

export function useCleanupChoice(): Choice {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    ticked,
    kept,
    tick: (ids, value) =>
      setTicked((now) => {
        const next = new Set(now);
        for (const id of ids) {
          if (value) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    keep: (group, id) => setKept((now) => new Map(now).set(group, id)),
  };
}

/** Converts the selection into changes, with the number of merged and deleted keywords. */
export function chosenChanges(
  found: KeywordCleanup | undefined,
  { ticked, kept }: Pick<Choice, 'ticked' | 'kept'>,
): { changes: KeywordChange[]; merged: number; deleted: number } {
  const staying = new Set<string>();
  const merges = (found?.duplicates ?? []).flatMap(({ keywords }): KeywordChange[] => {
    const stays = findKept(keywords, kept);
    const others = keywords
      .map(({ keyword_id: id }) => id)
      .filter((id) => ticked.has(id) && id !== stays?.keyword_id);
    if (!stays || others.length === 0) return [];
    staying.add(stays.keyword_id);
    return [{ keyword_ids: others, keyword_text: stays.keyword_text }];
  });
  const merging = new Set(merges.flatMap(({ keyword_ids: ids }) => ids));
  const unused = (found?.unused ?? [])
    .map(({ keyword_id: id }) => id)
    .filter((id) => ticked.has(id) && !merging.has(id) && !staying.has(id));
  return {
    changes: [...merges, ...(unused.length > 0 ? [{ keyword_ids: unused, keyword_text: null }] : [])],
    merged: merging.size,
    deleted: unused.length,
  };
}
