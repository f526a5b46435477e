/** The page `/pruning-suggestions`: low-value memories to archive. */
import type { PruningSuggestion } from '@hindsight/shared-contracts/api';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { LLM_OFF } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Alert, Button, EmptyState } from '@hindsight/shared-ui/core';
import { useReviewItems } from '../../api/review';
import { SelectionBar, useDraft, useListView, useSelection, type Parameter } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { DEFAULT_FORM, formErrors, toParams, type PruningForm as Form } from '../../model/pruning';
import { MEMORIES_LINK } from '../review/MemoriesLink';
import { PendingLink } from '../review/PendingLink';
import { RunStrip } from '../jobs/RunStrip';
import { MemoryProblemNotice } from '../review/MemoryLinks';
import { PendingQueue } from '../inbox/PendingQueue';
import { PruningForm } from './PruningForm';
import { PruningTable } from './PruningTable';
import { MEMORY, pruningTexts as texts } from './texts';
import { usePruning } from './usePruning';
import layout from '../review/layout.module.css';

/** URL value of an empty field, since an absent parameter means the default. */
const NO_LIMIT = 'none';
const DEBOUNCE_MS = 350;

const field = (key: keyof Form): Parameter<string> => ({
  fallback: DEFAULT_FORM[key],
  parse: (text) => (text === NO_LIMIT ? '' : text || undefined),
  format: (text) => text.trim() || NO_LIMIT,
  isValid: (text) => formErrors(toParams({ ...DEFAULT_FORM, [key]: text }))[key] === undefined,
});

const PARAMETERS = {
  batchSize: field('batchSize'),
  targetCount: field('targetCount'),
  maxIterations: field('maxIterations'),
};

/** Sends no requests while the feature is off. */
export function PruningPage() {
  const { flags, scope } = useShell();
  if (flags.pruningEnabled) return <Pruning key={scopeKey(scope)} />;
  return <EmptyState kind="feature-off" {...texts.off} />;
}

/**
 * Whether a suggestion was resolved in Review or by someone else: it was pending and no longer is.
 * @param pending undefined while loading.
 */
function useResolved(pending: ReturnType<typeof useReviewItems>['data']) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const ids = new Set(pending?.items.map(({ id }) => id));
  if ([...ids].some((id) => !seen.has(id))) setSeen(new Set([...seen, ...ids]));
  // Only the first items of a longer list are loaded.
  const isWhole = pending !== undefined && pending.total_items === ids.size;
  return ({ review_item_id: id }: PruningSuggestion) =>
    Boolean(id) && isWhole && seen.has(id!) && !ids.has(id!);
}

/** Empty state after all suggestions are resolved. */
function describeDone(suggestions: readonly PruningSuggestion[], archived: ReadonlySet<string>) {
  if (suggestions.length === 0) return texts.nothing;
  return suggestions.every(({ memory_block_id: id }) => archived.has(id)) ? texts.allArchived : texts.allKept;
}

function Pruning() {
  const { flags } = useShell();
  const pruning = usePruning();
  const { proposal, archived, error, busy, problem } = pruning;
  const list = useListView(PARAMETERS, DEBOUNCE_MS);
  const pending = useReviewItems('pruning').data;
  const isResolved = useResolved(pending);
  const form = {
    batchSize: useDraft(list, 'batchSize'),
    targetCount: useDraft(list, 'targetCount'),
    maxIterations: useDraft(list, 'maxIterations'),
  };
  const open = (proposal?.suggestions ?? []).filter(
    (one) => !archived.has(one.memory_block_id) && !isResolved(one),
  );
  const ids = open.map(({ memory_block_id: id }) => id);
  const selection = useSelection(ids);

  return (
    <div className={layout.stack}>
      <RunStrip />
      {open.length === 0 && <PendingQueue kind="pruning" />}
      <PruningForm
        busy={busy === 'proposing'}
        problem={flags.llmEnabled ? problem : LLM_OFF}
        form={form}
        onType={list.type}
        onGenerate={() => void pruning.propose(form)}
      />
      {error && <Alert>{error}</Alert>}
      {proposal?.model_problem && <Alert>{texts.scoredByRules(proposal.model_problem)}</Alert>}
      {flags.llmEnabled && pending?.total_items === 0 && !proposal && !error && busy !== 'proposing' && (
        <EmptyState
          kind="nothing-yet"
          icon="pruning"
          {...texts.notGenerated}
          action={problem !== null && MEMORIES_LINK}
        />
      )}
      {proposal && open.length === 0 && (
        <EmptyState
          kind="nothing-yet"
          icon="check"
          {...describeDone(proposal.suggestions, archived)}
          action={<PendingLink kind="pruning" />}
        />
      )}
      {open.length > 0 && (
        <>
          <div className={layout.between}>
            <p className={layout.soft} role="status">
              {texts.count(open.length, proposal?.total_evaluated)}
            </p>
            <Button
              type="primary"
              loading={busy === 'archiving'}
              disabled={problem}
              onClick={() => void pruning.confirmAndArchive([...selection.ids])}
            >
              {texts.archiveSelected(selection.ids.size)}
            </Button>
          </div>
          <p className={layout.soft}>{texts.hints.score}</p>
          <MemoryProblemNotice />
          <PruningTable
            rows={open}
            failed={pruning.failed}
            selection={selection}
            onArchive={(chosen) => void pruning.confirmAndArchive(chosen)}
          />
          <SelectionBar
            count={selection.ids.size}
            total={open.length}
            noun={MEMORY}
            onClear={selection.clear}
          >
            {problem}
            <Button
              type="primary"
              disabled={problem}
              onClick={() => void pruning.confirmAndArchive([...selection.ids])}
            >
              {texts.archiveSelected(selection.ids.size)}
            </Button>
          </SelectionBar>
        </>
      )}
    </div>
  );
}
