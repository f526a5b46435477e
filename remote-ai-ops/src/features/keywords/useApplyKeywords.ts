/** Applies selected keywords in batches, with cancel between batches and undo of added keywords. */
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useRef, useState } from 'react';
import { unlinkKeywords } from '../../api/blocks';
import { applyKeywords } from '../../api/rewrites';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { readId, NO_OUTCOME, type Outcome } from '../../model/batches';
import { forEachLimited } from '../../model/forEachLimited';
import type { KeywordApplication } from '../../model/keywordSuggestion';
import { keywordTexts as texts } from './texts';

function addedKeywords({ rows }: Outcome): Map<string, string[]> {
  const added = rows.map((row) => [readId(row), (row['added_keywords'] ?? []) as string[]] as const);
  return new Map(added.filter(([, keywords]) => keywords.length > 0));
}

export function useApplyKeywords(onChanged: (ids: readonly string[]) => void) {
  const { api, toasts, guardWrite } = useShell();
  const invalidateLists = useInvalidateLists();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [applied, setApplied] = useState<{ outcome: Outcome; total: number } | null>(null);
  const [error, setError] = useState('');
  const [isCancelling, setCancelling] = useState(false);
  const cancelled = useRef(false);

  async function undo(added: ReadonlyMap<string, string[]>) {
    const ids = [...added.keys()];
    const failed = await forEachLimited(ids, (id) => unlinkKeywords(api, id, added.get(id) ?? []));
    if (failed.length === 0) toasts.show('success', texts.undone);
    else toasts.show('error', texts.undoFailed(failed.length, describeError(failed[0]?.error)));
    onChanged(ids);
    await invalidateLists();
  }

  function announce(outcome: Outcome, total: number) {
    const { rows, failures } = outcome;
    const left = total - rows.length - failures.length;
    const added = addedKeywords(outcome);
    const count = [...added.values()].reduce((sum, { length }) => sum + length, 0);
    const sentence = texts.added(count, rows.length);
    const options = count > 0 ? { action: { label: 'Undo', run: () => void undo(added) } } : {};
    if (cancelled.current) {
      toasts.show(
        'info',
        left > 0 ? texts.applyCancelled(rows.length, failures.length, left) : sentence,
        options,
      );
    } else if (failures.length === 0) toasts.show('success', sentence, options);
    else toasts.show('warning', texts.addedPartly(sentence, failures.length), options);
  }

  async function apply(applications: readonly KeywordApplication[]): Promise<void> {
    if (!guardWrite(texts.signIn)) return;
    cancelled.current = false;
    setCancelling(false);
    let reached = NO_OUTCOME;
    const total = applications.length;
    const onBatch = (done: number, outcome: Outcome) => {
      reached = outcome;
      setProgress({ done, total });
    };
    setError('');
    setProgress({ done: 0, total });
    try {
      announce(await applyKeywords(api, applications, onBatch, () => cancelled.current), total);
    } catch (reason) {
      setError(texts.applyFailed(describeError(reason)));
    }
    setProgress(null);
    if (reached.rows.length + reached.failures.length > 0) setApplied({ outcome: reached, total });
    onChanged(reached.rows.map(readId));
    void invalidateLists();
  }

  const cancel = () => {
    cancelled.current = true;
    setCancelling(true);
  };
  return { apply, progress, applied, error, cancel, isCancelling };
}
