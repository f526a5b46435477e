/** Selection bar of the memory list, with the dialogs of its bulk actions. */
import { useEffect, useState } from 'react';
import { usePageCommands, useShell, type PageCommand } from '@hindsight/shared-contracts/shell';
import { Button, lazyDialog } from '@hindsight/shared-ui/core';
import { SelectionBar, type Selection } from '@hindsight/shared-ui/data';
import type { Memory } from '../../model/memory';
import type { MemoryView } from '../../model/memoryFilters';
import { isRanked } from '../../model/searchModes';
import type { ActionProblems } from '../blockActions/useActionProblems';
import type { BlockActions } from '../blockActions/useBlockActions';
import type { BulkDialogProps } from '../bulk/BulkDialog';
import type { BulkEditDialogProps } from '../bulk/BulkEditDialog';
import { LastEditNotice } from '../bulk/LastEditNotice';
import type { Bulk, BulkTarget } from '../bulk/useBulk';
import { useBulkEdit } from '../bulk/useBulkEdit';
import { ExportDialog } from '../transfer/lazyExport';
import { SELECT_INDIVIDUALLY, selectedText } from './texts';

const loadDialog = () => import('../bulk/BulkDialog').then((part) => part.BulkDialog);
const BulkDialog = lazyDialog<BulkDialogProps>(loadDialog);
const BulkEditDialog = lazyDialog<BulkEditDialogProps>(() =>
  import('../bulk/BulkEditDialog').then((part) => part.BulkEditDialog),
);

interface SelectionActionsProps {
  view: MemoryView;
  total: number | undefined;
  rows: readonly Memory[];
  selection: Selection;
  target: BulkTarget;
  bulk: Bulk;
  actions: BlockActions;
  problems: ActionProblems;
}

const BLOCKS = { one: 'memory block', many: 'memory blocks' };

/** An action on the selection, in the bar and in the command palette. */
interface Action extends Omit<PageCommand, 'detail'> {
  /** Why it is disabled, or null. */
  problem: string | null;
  danger?: boolean;
}

const NONE: readonly PageCommand[] = [];

/** Selecting all matches passes the view; its memories are read when the action runs. */
export function toTarget({ isAll, ids }: Selection, view: MemoryView, total: number | undefined): BulkTarget {
  return isAll ? { view, total: total ?? null } : { ids: [...ids] };
}

/** Renders nothing while nothing is selected or running. */
export function SelectionActions(props: SelectionActionsProps) {
  const { view, total, rows, selection, target, bulk, actions, problems } = props;
  const { toasts } = useShell();
  const edit = useBulkEdit(selection.clear);
  const [isExporting, setExporting] = useState(false);
  const { ids, isAll } = selection;
  const count = total ?? null;
  const busy = bulk.state?.phase === 'running';
  const isChosen = ids.size > 0;
  useEffect(() => {
    // Preload: the dialog must be able to report what a lost connection left undone. A load failure shows on opening.
    if (isChosen) void loadDialog().catch(() => undefined);
  }, [isChosen]);

  function open(slot: Parameters<BlockActions['open']>[0]) {
    if ('ids' in target) actions.open(slot, target.ids);
    else toasts.show('info', SELECT_INDIVIDUALLY);
  }
  const offered: Action[] = [
    { label: 'Edit…', icon: 'edit', problem: problems.write, run: () => edit.begin(target, rows) },
    { label: 'Export…', icon: 'download', problem: null, run: () => setExporting(true) },
    { label: 'Archive', icon: 'archived', problem: problems.write, run: () => bulk.begin('archive', target) },
    {
      label: 'Suggest keywords',
      icon: 'keywords',
      problem: problems.keywords,
      run: () => open('memory-block.keyword-suggestions'),
    },
    {
      label: 'Compact',
      icon: 'consolidation',
      problem: problems.compaction,
      run: () => open('memory-block.compaction'),
    },
    {
      label: 'Delete',
      icon: 'delete',
      problem: problems.write,
      run: () => bulk.begin('delete', target),
      danger: true,
    },
  ];
  const chosen = isAll ? (count ?? ids.size) : ids.size;
  usePageCommands(
    isChosen && !busy
      ? offered
          .filter(({ problem }) => problem === null)
          .map(({ label, icon, run }) => ({ label, icon, run, detail: selectedText(chosen) }))
      : NONE,
  );
  const isShown = bulk.state !== null && !(bulk.state.phase === 'running' && bulk.state.quiet);

  return (
    <>
      <LastEditNotice edit={edit} />
      <SelectionBar
        count={chosen}
        total={count}
        isAll={isAll || ids.size === count}
        noun={BLOCKS}
        // A ranking includes everything with any of the words: too much to act on at once.
        onSelectAll={isRanked(view) ? undefined : selection.selectAll}
        onClear={selection.clear}
      >
        {offered.map(({ label, problem, run, danger = false }) => (
          <Button key={label} size="small" danger={danger} disabled={problem ?? busy} onClick={run}>
            {label}
          </Button>
        ))}
      </SelectionBar>
      {isShown && bulk.state && <BulkDialog bulk={bulk} state={bulk.state} onClose={bulk.close} />}
      {isExporting && (
        <ExportDialog
          view={view}
          total={count}
          chosen={isAll ? undefined : rows.filter(({ id }) => ids.has(id))}
          onClose={() => setExporting(false)}
        />
      )}
      {edit.state && <BulkEditDialog edit={edit} state={edit.state} onClose={edit.close} />}
    </>
  );
}
