/** Fetches keyword suggestions: one call for a single memory, a run that outlives the page for many. */
import type { KeywordSuggestion } from '@hindsight/shared-contracts/api';
import { isAbort } from '@hindsight/shared-contracts/api/client';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { suggestKeywords } from '../../api/rewrites';
import type { Failure } from '../../model/batches';
import { hasKeywords } from '../../model/keywordSuggestion';
import { isOver, type Run } from '../../model/run';
import { useRun, useStartRun } from '../jobs/useRuns';
import { keywordTexts } from './texts';

type Suggestions =
  | { phase: 'waiting'; run: Run | undefined }
  | { phase: 'failed'; reason: string }
  | { phase: 'cancelled' }
  | { phase: 'ready'; suggestions: KeywordSuggestion[]; failures: Failure[] };

/** @param foundRun id of an existing run, e.g. from before a reload. */
export function useSuggestions(blockIds: readonly string[], foundRun: string | undefined) {
  const { api, toasts } = useShell();
  const start = useStartRun();
  const [runId, setRunId] = useState<string | null>(foundRun ?? null);
  const [single, setSingle] = useState<Suggestions | null>(null);
  const [attempt, setAttempt] = useState(0);
  const run = useRun(runId);
  const isSingle = foundRun === undefined && blockIds.length === 1;

  const onSuggested = useEffectEvent((suggestion: KeywordSuggestion) => {
    setSingle({ phase: 'ready', suggestions: [suggestion], failures: [] });
    if (hasKeywords([suggestion])) toasts.show('success', keywordTexts.suggested);
  });
  const only = isSingle ? (blockIds[0] ?? '') : null;
  const begin = useEffectEvent(() => setRunId(start('bulk_keywords', { ids: blockIds })));

  useEffect(() => {
    if (only === null) {
      if (foundRun !== undefined && attempt === 0) return;
      // Deferred, so that a component that unmounts immediately starts nothing.
      const timer = setTimeout(begin);
      return () => clearTimeout(timer);
    }
    const own = new AbortController();
    suggestKeywords(api, only, own.signal)
      .then((suggestion) => {
        if (!own.signal.aborted) onSuggested(suggestion);
      })
      .catch((error: unknown) => {
        if (isAbort(error) || own.signal.aborted) return;
        setSingle({ phase: 'failed', reason: describeError(error) });
      });
    return () => own.abort();
  }, [api, only, foundRun, attempt]);

  const retry = useCallback(() => {
    setSingle(null);
    setAttempt((now) => now + 1);
  }, []);

  return {
    state: isSingle ? (single ?? { phase: 'waiting' as const, run: undefined }) : suggestionState(run),
    retry,
  };
}

function suggestionState(run: Run | undefined): Suggestions {
  if (!run || !isOver(run)) return { phase: 'waiting', run };
  const suggestions = run.rows as unknown as KeywordSuggestion[];
  if (run.phase === 'failed') return { phase: 'failed', reason: run.error };
  if (run.phase === 'cancelled' && suggestions.length === 0) return { phase: 'cancelled' };
  return { phase: 'ready', suggestions, failures: run.failures };
}
