/** Applies chosen keywords in batches, can be stopped between and within them, and takes what was added back. */
import { fields } from '@hindsight/shared-contracts/api/client';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useRef, useState } from 'react';
import { unlinkKeywords } from '../../api/blocks';
import { applyKeywords } from '../../api/rewrites';
import { EMPTY_TALLY, type Tally } from '../../model/batches';
import { memories } from '../../model/block';
import { eachOf } from '../../model/eachOf';
import { isAbort, reasonOf } from '../../model/failure';
import type { KeywordApplication } from '../../model/keywordSuggestion';
import { useForgetLists } from '../jobs/useRuns';

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** What was really added, by block. */
export function addedKeywords(tally: Tally): Map<string, string[]> {
  const added = tally.rows.map(
    (row) => [String(fields(row)['memory_block_id']), strings(row['added_keywords'])] as const,
  );
  return new Map(added.filter(([, keywords]) => keywords.length > 0));
}

export interface Applied {
  tally: Tally;
  total: number;
}

export function useApplyKeywords(onChanged: (ids: readonly string[]) => void) {
  const { api, toasts, guardWrite } = useShell();
  const forgetLists = useForgetLists();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [applied, setApplied] = useState<Applied | null>(null);
  const [error, setError] = useState('');
  const call = useRef<AbortController | null>(null);

  async function undo(tally: Tally) {
    const added = addedKeywords(tally);
    const failed = await eachOf([...added.keys()], (id) => unlinkKeywords(api, id, added.get(id) ?? []));
    if (failed.length === 0) toasts.show('success', 'The added keywords are gone again.');
    else toasts.show('error', `The keywords of ${memories(failed.length)} could not be taken back.`);
    onChanged([...added.keys()]);
    await forgetLists();
  }

  function tell(tally: Tally) {
    const count = [...addedKeywords(tally).values()].reduce((sum, { length }) => sum + length, 0);
    const text = `Added ${count === 1 ? '1 keyword' : `${count} keywords`} to ${memories(tally.succeeded)}.`;
    const action = count > 0 ? { action: { label: 'Undo', run: () => void undo(tally) } } : {};
    if (tally.failed === 0) toasts.show('success', text, action);
    else toasts.show('warning', `${text} ${tally.failed} failed.`, action);
  }

  async function apply(applications: readonly KeywordApplication[]): Promise<void> {
    if (!guardWrite('Sign in to apply keywords.')) return;
    const own = new AbortController();
    call.current = own;
    let reached = EMPTY_TALLY;
    const total = applications.length;
    setError('');
    setProgress({ done: 0, total });
    try {
      reached = await applyKeywords(
        api,
        applications,
        (done, tally) => {
          reached = tally;
          setProgress({ done, total });
        },
        own.signal,
      );
      tell(reached);
    } catch (reason) {
      if (isAbort(reason)) toasts.show('info', 'Apply cancelled');
      else setError(`Failed to apply keywords: ${reasonOf(reason)}`);
    }
    setProgress(null);
    if (reached.succeeded + reached.failed > 0) setApplied({ tally: reached, total });
    onChanged(reached.rows.map((row) => String(row['memory_block_id'])));
    void forgetLists();
  }

  return { apply, progress, applied, error, cancel: () => call.current?.abort() };
}
