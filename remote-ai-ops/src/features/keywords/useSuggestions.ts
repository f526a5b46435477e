/** Gets keyword suggestions: for one block by one call, for many by a run that survives the page. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { suggestKeywords } from '../../api/rewrites';
import type { Failure } from '../../model/batches';
import { isAbort, reasonOf } from '../../model/failure';
import { hasKeywords, readKeywordSuggestion, type KeywordSuggestion } from '../../model/keywordSuggestion';
import { isOver, type Run } from '../../model/run';
import { useRun, useStartRun } from '../jobs/useRuns';

export const SUGGESTED = 'Keywords suggested successfully';
export const SUGGEST_FAILED = 'Failed to suggest keywords';

export type Suggestions =
  | { phase: 'waiting'; run: Run | undefined }
  | { phase: 'failed'; reason: string }
  | { phase: 'cancelled' }
  | { phase: 'ready'; suggestions: KeywordSuggestion[]; failures: Failure[] };

/** @param foundRun a run that is known already, e.g. one that was found after a reload. */
export function useSuggestions(blockIds: readonly string[], foundRun: string | undefined) {
  const { api, toasts } = useShell();
  const start = useStartRun();
  const [runId, setRunId] = useState<string | null>(foundRun ?? null);
  const [single, setSingle] = useState<Suggestions | null>(null);
  const [attempt, setAttempt] = useState(0);
  const run = useRun(runId);
  const isSingle = foundRun === undefined && blockIds.length === 1;

  const take = useEffectEvent((suggestion: KeywordSuggestion) => {
    setSingle({ phase: 'ready', suggestions: [suggestion], failures: [] });
    if (hasKeywords([suggestion])) toasts.show('success', SUGGESTED);
  });
  const only = isSingle ? (blockIds[0] ?? '') : null;
  const begin = useEffectEvent(() => setRunId(start('bulk_keywords', { ids: blockIds })));

  useEffect(() => {
    if (only === null) {
      if (foundRun !== undefined && attempt === 0) return;
      // Not at once: a part that is taken down right away must not have started anything.
      const timer = setTimeout(begin);
      return () => clearTimeout(timer);
    }
    const own = new AbortController();
    suggestKeywords(api, only, own.signal)
      .then((suggestion) => {
        if (!own.signal.aborted) take(suggestion);
      })
      .catch((error: unknown) => {
        if (isAbort(error) || own.signal.aborted) return;
        setSingle({ phase: 'failed', reason: reasonOf(error) });
      });
    return () => own.abort();
  }, [api, only, foundRun, attempt]);

  const retry = useCallback(() => {
    setSingle(null);
    setAttempt((now) => now + 1);
  }, []);

  return {
    state: isSingle ? (single ?? { phase: 'waiting' as const, run: undefined }) : stateOf(run),
    retry,
  };
}

function stateOf(run: Run | undefined): Suggestions {
  if (!run || !isOver(run)) return { phase: 'waiting', run };
  const suggestions = run.tally.rows.map(readKeywordSuggestion).filter((one) => one !== null);
  if (run.phase === 'failed') return { phase: 'failed', reason: run.error };
  if (run.phase === 'cancelled' && suggestions.length === 0) return { phase: 'cancelled' };
  return { phase: 'ready', suggestions, failures: run.tally.failures };
}
