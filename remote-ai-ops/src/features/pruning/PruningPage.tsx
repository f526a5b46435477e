/** The page `/pruning-suggestions`: memories that are worth least, to be archived. */
import { scopeKey } from '@hindsight/shared-contracts/events';
import { lazyPage, useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState } from '@hindsight/shared-ui/core';
import { SelectionBar } from '@hindsight/shared-ui/data';
import { Suspense, useState } from 'react';
import { LLM_OFF } from '../../model/failure';
import { RunStrip } from '../jobs/RunStrip';
import { MemoryPartNotice } from '../review/MemoryLinks';
import { useSelection } from '../review/useSelection';
import { PruningForm } from './PruningForm';
import { PruningTable } from './PruningTable';
import { usePruning } from './usePruning';
import type { PruningQueueProps } from './PruningQueue';
import styles from './PruningPage.module.css';

/** Loaded when somebody reviews one by one. */
const PruningQueue = lazyPage<PruningQueueProps>(() =>
  import(/* webpackChunkName: "dialog-pruning-queue" */ './PruningQueue').then(
    (module) => module.PruningQueue,
  ),
);
const MEMORY = { one: 'memory', many: 'memories' };

/** Nothing is asked for while the feature is off. */
export function PruningPage() {
  const { flags, scope } = useShell();
  if (flags.pruningEnabled) return <Pruning key={scopeKey(scope)} />;
  return (
    <EmptyState
      kind="feature-off"
      title="Feature coming soon."
      description="Pruning is not switched on for this service yet."
    />
  );
}

function Pruning() {
  const { flags } = useShell();
  const pruning = usePruning();
  const { proposal, archived, error, busy } = pruning;
  const open = (proposal?.suggestions ?? []).filter(({ id }) => !archived.has(id));
  const { selected, toggle, selectAll, clearSelection } = useSelection(open.map(({ id }) => id));
  const [queue, setQueue] = useState<readonly string[] | null>(null);

  return (
    <div className={styles.page}>
      <RunStrip />
      <PruningForm
        busy={busy === 'proposing'}
        problem={flags.llmEnabled ? null : LLM_OFF}
        onGenerate={(form) => void pruning.propose(form)}
      />
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {flags.llmEnabled && !proposal && !error && busy !== 'proposing' && (
        <EmptyState
          kind="nothing-yet"
          title="No suggestions yet"
          description="Generate suggestions to see which memories are worth least. Nothing is archived before you confirm it."
        />
      )}
      {proposal && open.length === 0 && (
        <EmptyState
          kind="nothing-yet"
          title={archived.size > 0 ? 'Everything that was suggested is archived' : 'Nothing to prune'}
          description={
            archived.size > 0
              ? 'Generate suggestions again to look further.'
              : 'No memory of this workspace is worth so little that it should go.'
          }
        />
      )}
      {open.length > 0 && (
        <>
          <div className={styles.bar}>
            <p className={styles.count} role="status">
              {open.length.toLocaleString()} suggested
              {proposal?.evaluated === null || proposal?.evaluated === undefined
                ? ''
                : ` of ${proposal.evaluated.toLocaleString()} memories looked at`}
            </p>
            <div className={styles.actions}>
              <Button onClick={() => setQueue(open.map(({ id }) => id))}>Review one by one</Button>
              <Button
                type="primary"
                loading={busy === 'archiving'}
                onClick={() => void pruning.askAndArchive([...selected])}
              >
                Archive Selected ({selected.size})
              </Button>
            </div>
          </div>
          <MemoryPartNotice />
          <PruningTable
            rows={open}
            failed={pruning.failed}
            selected={selected}
            onToggle={toggle}
            onSelectAll={(all) => (all ? selectAll() : clearSelection())}
            onReview={(id) => setQueue([id, ...open.map((row) => row.id).filter((other) => other !== id)])}
            onArchive={(id) => void pruning.askAndArchive([id])}
          />
          <SelectionBar count={selected.size} total={open.length} noun={MEMORY} onClear={clearSelection}>
            <Button type="primary" onClick={() => void pruning.askAndArchive([...selected])}>
              Archive Selected ({selected.size})
            </Button>
          </SelectionBar>
        </>
      )}
      {queue && proposal && (
        <Suspense fallback={null}>
          <PruningQueue
            ids={queue}
            suggestions={proposal.suggestions}
            pruning={pruning}
            onClose={() => setQueue(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
