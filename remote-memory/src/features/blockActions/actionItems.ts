/** Menu items of a memory. */
import type { Toasts } from '@hindsight/shared-contracts/shell';
import { copyText, type DropdownItem } from '@hindsight/shared-ui/core';
import { COPIED, COPY_FAILED } from './texts';
import type { ActionProblems } from './useActionProblems';
import type { BlockActions } from './useBlockActions';

/** Actions on one memory, most destructive last; disabled ones give their reason. */
export function actionItems(
  id: string,
  actions: BlockActions,
  problems: ActionProblems,
  isArchived = false,
): DropdownItem[] {
  const item = (problem: string | null, rest: Omit<DropdownItem, 'disabled' | 'hint'>): DropdownItem =>
    problem === null ? rest : { ...rest, disabled: true, hint: problem };
  return [
    item(problems.keywords, {
      key: 'keywords',
      label: 'Suggest keywords',
      icon: 'keywords',
      onSelect: () => actions.open('memory-block.keyword-suggestions', [id]),
    }),
    item(problems.compaction, {
      key: 'compact',
      label: 'Compact',
      icon: 'optimization',
      onSelect: () => actions.open('memory-block.compaction', [id]),
    }),
    item(
      problems.write,
      isArchived
        ? { key: 'restore', label: 'Restore', icon: 'restore', onSelect: () => actions.restore(id) }
        : { key: 'archive', label: 'Archive', icon: 'archived', onSelect: () => actions.archive(id) },
    ),
    item(problems.write, {
      key: 'delete',
      label: 'Delete',
      icon: 'delete',
      danger: true,
      onSelect: () => actions.remove(id),
    }),
  ];
}

/** Menu items that copy the IDs of a memory. */
export function idItems(row: { id: string; conversationId: string }, toasts: Toasts): DropdownItem[] {
  const copy = (key: string, name: string, id: string): DropdownItem => ({
    key,
    label: `Copy ${name} ID`,
    icon: 'copy',
    hint: id.slice(-8),
    onSelect: () =>
      void copyText(id).then((isCopied) =>
        isCopied ? toasts.show('success', COPIED) : toasts.show('error', COPY_FAILED),
      ),
  });
  return [copy('id', 'memory', row.id), copy('conversation', 'conversation', row.conversationId)];
}
