/** The page `/memory-optimization-center`: suggestions to tidy up the workspace, and their execution. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { Link, useNavigate } from '@hindsight/shared-contracts/router';
import { describeError, LLM_OFF } from '@hindsight/shared-contracts/rules';
import {
  LazyBoundary,
  lazyPage,
  useExpiredSession,
  usePageHeader,
  useShell,
} from '@hindsight/shared-contracts/shell';
import { Button, StatTile, StatTiles } from '@hindsight/shared-ui/core';
import { SelectionBar, useConfirm, useListKeys, useSelection } from '@hindsight/shared-ui/data';
import { useRef, useState } from 'react';
import { proposeOptimization, useAnalysis } from '../../api/optimization';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { isCompleted } from '../../model/optimization';
import { RunStrip } from '../jobs/RunStrip';
import { useWriteProblem } from '../review/useWriteProblem';
import { AnalysisState } from './AnalysisState';
import { DebugPanel } from './DebugPanel';
import type { ExecutionDialogProps } from './ExecutionDialog';
import { OptimizationCard } from './OptimizationCard';
import { NO_FILTERS, OptimizationFilters, useOptimizationFilters } from './OptimizationFilters';
import type { OptimizationModalProps } from './OptimizationModal';
import { SUGGESTION, optimizationTexts as texts } from './texts';
import { isInteractive, useExecution } from './useExecution';
import layout from '../review/layout.module.css';
import rowStyles from '../review/rows.module.css';
import styles from './OptimizationPage.module.css';

const OptimizationModal = lazyPage<OptimizationModalProps>(() =>
  import(/* webpackChunkName: "dialog-optimization" */ './OptimizationModal').then(
    (module) => module.OptimizationModal,
  ),
);
const ExecutionDialog = lazyPage<ExecutionDialogProps>(() =>
  import(/* webpackChunkName: "dialog-optimization-execution" */ './ExecutionDialog').then(
    (module) => module.ExecutionDialog,
  ),
);
/** Header actions: a link back, and a button that refreshes the analysis. */
function CenterActions() {
  const { isFetching, refetch } = useAnalysis(useOptimizationFilters().view);
  return (
    <span className={styles.actions}>
      <Link to="/memory-blocks">{texts.back}</Link>
      <Button onClick={() => void refetch()} loading={isFetching}>
        {texts.refresh}
      </Button>
    </span>
  );
}

const ACTIONS = <CenterActions />;

/** Opens the review inbox to decide each memory of a suggestion individually. */
function useReviewOneByOne() {
  const { api, guardWrite, toasts } = useShell();
  const invalidateLists = useInvalidateLists();
  const navigate = useNavigate();
  return async ({ id }: OptimizationSuggestion): Promise<void> => {
    if (!guardWrite(texts.signIn)) return;
    try {
      const kind = await proposeOptimization(api, id);
      void invalidateLists();
      await navigate(`/review?kind=${kind}`);
    } catch (error) {
      toasts.show('error', texts.reviewFailed(describeError(error)));
    }
  };
}

/** Keyed by workspace, because executed suggestions belong to one. */
export function OptimizationPage() {
  return <Center key={scopeKey(useShell().scope)} />;
}

/** Merges suggestions executed here into the analysis: in place, or at the end if it no longer lists them. */
function withCompleted(
  found: readonly OptimizationSuggestion[],
  completed: readonly OptimizationSuggestion[],
): OptimizationSuggestion[] {
  const done = new Map(completed.map((one) => [one.id, one]));
  const rest = completed.filter(({ id }) => !found.some((one) => one.id === id));
  return [...found.map((one) => done.get(one.id) ?? one), ...rest];
}

function Center() {
  const { flags, debugPanel } = useShell();
  const writeProblem = useWriteProblem();
  const filters = useOptimizationFilters();
  const { view, show } = filters;
  const analysis = useAnalysis(view);
  useExpiredSession(analysis.error, 'fetch optimization suggestions');
  usePageHeader({ title: texts.title, actions: ACTIONS });
  const execution = useExecution({ refreshAnalysis: () => void analysis.refetch() });
  const [openId, setOpenId] = useState<string | null>(null);
  const confirm = useConfirm();

  const listed = withCompleted(analysis.data?.suggestions ?? [], execution.completed);
  // Suggestions executed here may not match the filter.
  const rows = listed.filter(({ priority }) => view.priority === null || priority === view.priority);
  const open = rows.filter((row) => !isCompleted(row));
  const selection = useSelection(open.map(({ id }) => id));
  const { ids: selected, toggle, clear: clearSelection } = selection;
  const opened = listed.find(({ id }) => id === openId);
  const findProblem = (row: OptimizationSuggestion) =>
    isInteractive(row) && !flags.llmEnabled ? LLM_OFF : writeProblem;
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, { selection });
  // Unknown until the analysis is loaded.
  const countWhenLoaded = (count: number) => (analysis.data ? count : null);
  const chosen = open.filter(({ id }) => selected.has(id));
  const review = useReviewOneByOne();
  const execute = (rows: readonly OptimizationSuggestion[]) => {
    setOpenId(null);
    clearSelection();
    void execution.execute(rows);
  };

  const executeChosen = async () => {
    if (chosen.length === 1) return setOpenId(chosen[0]?.id ?? null);
    const message = (
      <>
        <p>{texts.executeDetail}</p>
        <ul>
          {chosen.map(({ id, title }) => (
            <li key={id} dir="auto">
              {title}
            </li>
          ))}
        </ul>
      </>
    );
    const title = texts.executeCount(chosen.length);
    if (await confirm({ title, message, confirmLabel: title })) execute(chosen);
  };

  return (
    <div className={layout.stack}>
      <RunStrip />
      {!flags.llmEnabled && (
        <p className={styles.off} role="status">
          {LLM_OFF}
        </p>
      )}
      <OptimizationFilters list={filters} />
      <StatTiles label="Counters">
        <StatTile
          label={texts.counters.total}
          value={countWhenLoaded(rows.length)}
          loading={analysis.isPending}
        />
        <StatTile
          label={texts.counters.high}
          value={countWhenLoaded(rows.filter(({ priority }) => priority === 'high').length)}
          loading={analysis.isPending}
        />
        <StatTile label={texts.counters.selected} value={selected.size} />
        <StatTile
          label={texts.counters.completed}
          value={countWhenLoaded(rows.length - open.length)}
          loading={analysis.isPending}
        />
      </StatTiles>
      <AnalysisState
        analysis={analysis}
        count={rows.length}
        isFiltered={view.agent !== '' || view.priority !== null || view.range !== null}
        onClear={() => show(NO_FILTERS)}
      />
      {rows.length > 0 && (
        <ul
          ref={list}
          className={rowStyles.list}
          aria-label="Optimization suggestions"
          data-outdated={analysis.isPlaceholderData || undefined}
        >
          {rows.map((row) => (
            <li key={row.id} data-row={row.id}>
              <OptimizationCard
                row={row}
                selected={selected.has(row.id)}
                running={execution.running.has(row.id)}
                reason={execution.reasons[row.id] ?? ''}
                problem={findProblem(row)}
                isUndone={execution.undone.has(row.id)}
                onToggle={toggle}
                onOpen={setOpenId}
              />
            </li>
          ))}
        </ul>
      )}
      <SelectionBar count={selected.size} total={open.length} noun={SUGGESTION} onClear={clearSelection}>
        {writeProblem}
        <Button
          type="primary"
          loading={execution.running.size > 0}
          disabled={writeProblem}
          onClick={() => void executeChosen()}
        >
          {texts.executeSelected}
        </Button>
      </SelectionBar>
      {debugPanel && (
        <DebugPanel suggestions={listed} filters={view} completed={execution.completed.length} />
      )}
      <LazyBoundary fallback={null}>
        {opened && !execution.inDialog && (
          <OptimizationModal
            row={opened}
            running={execution.running.has(opened.id)}
            reason={execution.reasons[opened.id] ?? ''}
            problem={findProblem(opened)}
            onExecute={() => execute([opened])}
            onReview={() => void review(opened)}
            isUndone={execution.undone.has(opened.id)}
            onUndo={!writeProblem && execution.canBeUndone(opened) ? () => execution.undo(opened) : undefined}
            onClose={() => setOpenId(null)}
          />
        )}
        {execution.inDialog && (
          <ExecutionDialog key={execution.inDialog.id} row={execution.inDialog} execution={execution} />
        )}
      </LazyBoundary>
    </div>
  );
}
