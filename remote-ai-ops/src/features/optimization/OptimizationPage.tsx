/** The page `/memory-optimization-center`: what could be tidied in the workspace, and carrying it out. */
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { lazyPage, useExpiredSession, usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { StatTile } from '@hindsight/shared-ui/core';
import { useListKeys } from '@hindsight/shared-ui/data';
import { Suspense, useRef, useState } from 'react';
import { useAnalysis } from '../../api/optimization';
import { LLM_OFF } from '../../model/failure';
import { readFilters, writeFilters, type Optimization } from '../../model/optimization';
import { RunStrip } from '../jobs/RunStrip';
import { useSelection } from '../review/useSelection';
import { DebugPanel } from './DebugPanel';
import { OptimizationCard } from './OptimizationCard';
import { OptimizationFilters } from './OptimizationFilters';
import { AnalysisState } from './AnalysisState';
import { CenterActions } from './CenterActions';
import { ExecuteBar } from './ExecuteBar';
import { canBeUndone, needsModel, useExecution } from './useExecution';
import type { OptimizationModalProps } from './OptimizationModal';
import type { SteeredExecutionProps } from './SteeredExecution';
import styles from './OptimizationPage.module.css';

/** Loaded when they are first needed. */
const OptimizationModal = lazyPage<OptimizationModalProps>(() =>
  import(/* webpackChunkName: "dialog-optimization" */ './OptimizationModal').then(
    (module) => module.OptimizationModal,
  ),
);
const SteeredExecution = lazyPage<SteeredExecutionProps>(() =>
  import(/* webpackChunkName: "dialog-optimization-execution" */ './SteeredExecution').then(
    (module) => module.SteeredExecution,
  ),
);

const ACTIONS = <CenterActions />;

/** What was done on the page belongs to one workspace. */
export function OptimizationPage() {
  return <Center key={scopeKey(useShell().scope)} />;
}

/** What the analysis says, with what was carried out here in its place or, where it is not listed any more, at the end. */
function withCompleted(found: readonly Optimization[], completed: readonly Optimization[]): Optimization[] {
  const done = new Map(completed.map((one) => [one.id, one]));
  const rest = completed.filter(({ id }) => !found.some((one) => one.id === id));
  return [...found.map((one) => done.get(one.id) ?? one), ...rest];
}

function Center() {
  const { flags, debugPanel } = useShell();
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const analysis = useAnalysis(filters);
  useExpiredSession(analysis.error, 'fetch optimization suggestions');
  usePageHeader({ title: 'Memory Optimization Center', actions: ACTIONS });
  const execution = useExecution({ onExecuted: () => void analysis.refetch() });
  const [openId, setOpenId] = useState<string | null>(null);

  const listed = withCompleted(analysis.data?.suggestions ?? [], execution.completed);
  // The earlier public service ignores its filters; what can be seen on a suggestion is filtered here as well.
  const rows = listed.filter(({ priority }) => filters.priority === null || priority === filters.priority);
  const open = rows.filter(({ isCompleted }) => !isCompleted);
  const { selected, toggle, clearSelection } = useSelection(open.map(({ id }) => id));
  const opened = listed.find(({ id }) => id === openId);
  const problemOf = (row: Optimization) => (needsModel(row) && !flags.llmEnabled ? LLM_OFF : null);
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, { onSelect: (id) => open.some((row) => row.id === id) && toggle(id) });
  // Nothing is known of what could not be loaded.
  const counted = (count: number) => (analysis.data ? count : null);
  const execute = (list: readonly Optimization[]) => {
    clearSelection();
    void execution.execute(list);
  };

  return (
    <div className={styles.page}>
      <RunStrip />
      {!flags.llmEnabled && (
        <p className={styles.off} role="status">
          {LLM_OFF}
        </p>
      )}
      <OptimizationFilters
        filters={filters}
        onChange={(next) => setParams((current) => writeFilters(current, next), { replace: true })}
      />
      <section aria-label="Counters" className={styles.counters}>
        <StatTile
          label="Total Suggestions"
          icon="optimization"
          value={counted(rows.length)}
          loading={analysis.isPending}
        />
        <StatTile
          label="High Priority"
          icon="warning"
          value={counted(rows.filter(({ priority }) => priority === 'high').length)}
          loading={analysis.isPending}
        />
        <StatTile label="Selected" icon="check" value={selected.size} />
        <StatTile
          label="Completed"
          icon="archived"
          value={counted(rows.filter(({ isCompleted }) => isCompleted).length)}
          loading={analysis.isPending}
        />
      </section>
      <AnalysisState
        analysis={analysis}
        count={rows.length}
        isFiltered={filters.agentId !== '' || filters.priority !== null || filters.dateRange !== null}
        onClear={() =>
          setParams((current) => writeFilters(current, { agentId: '', priority: null, dateRange: null }), {
            replace: true,
          })
        }
      />
      {rows.length > 0 && (
        <ul
          ref={list}
          className={styles.list}
          aria-label="Optimization suggestions"
          data-outdated={analysis.isPlaceholderData || undefined}
        >
          {rows.map((row) => (
            <li key={row.id} className={styles.cell} data-row={row.id}>
              <OptimizationCard
                row={row}
                selected={selected.has(row.id)}
                running={execution.running.has(row.id)}
                reason={execution.reasons[row.id] ?? ''}
                problem={problemOf(row)}
                isUndone={execution.undone.has(row.id)}
                onToggle={toggle}
                onOpen={setOpenId}
                onExecute={(one) => execute([one])}
              />
            </li>
          ))}
        </ul>
      )}
      <ExecuteBar
        count={selected.size}
        busy={execution.running.size > 0}
        onClear={clearSelection}
        onExecute={() => execute(open.filter(({ id }) => selected.has(id)))}
      />
      {debugPanel && (
        <DebugPanel analysis={analysis.data} filters={filters} completed={execution.completed.length} />
      )}
      <Suspense fallback={null}>
        {opened && !execution.steered && (
          <OptimizationModal
            row={opened}
            running={execution.running.has(opened.id)}
            reason={execution.reasons[opened.id] ?? ''}
            problem={problemOf(opened)}
            onExecute={() => {
              if (needsModel(opened)) setOpenId(null);
              execute([opened]);
            }}
            isUndone={execution.undone.has(opened.id)}
            onUndo={
              canBeUndone(opened) && !execution.undone.has(opened.id)
                ? () => execution.undo(opened)
                : undefined
            }
            onClose={() => setOpenId(null)}
          />
        )}
        {execution.steered && (
          <SteeredExecution key={execution.steered.id} row={execution.steered} execution={execution} />
        )}
      </Suspense>
    </div>
  );
}
