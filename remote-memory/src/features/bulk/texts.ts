import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memoriesText } from '../../model/countTexts';
import type { EditKind } from '../../model/bulkEdit';

export const EDIT_TEXTS = {
  title: 'Edit memories',
  running: 'the bulk edit in progress',
  finding: 'Finding memories',
  checking: 'Previewing changes',
  applying: 'Changing memories',
  undoing: 'Undoing the edit',
  undone: (count: number) => `Undone for ${memoriesText(count)}`,
  notUndone: (count: number) => `Couldn’t undo ${memoriesText(count)}`,
  undoFailed: (reason: string) => `Failed to undo: ${reason}`,
  tooLate: 'This edit can no longer be undone.',
  failed: (reason: string) => `Nothing was changed: ${reason}`,
  changes: (count: number, whole: number) => `${formatNumber(count)} of ${memoriesText(whole)} will change.`,
  nothing: 'No memories would change.',
  unchanged: (count: number, reason: string) => `${memoriesText(count)} won’t change: ${reason}.`,
  refused: (count: number, reason: string) => `Can’t change ${memoriesText(count)}: ${reason}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  moving:
    'They will use the agents and keywords with the same names in that workspace. Its members can read them.',
  movedForGood: 'Only its owners and admins can move memories back out. You can’t undo this.',
};

export const KINDS: readonly { value: EditKind; label: string }[] = [
  { value: 'keywords', label: 'Keywords' },
  { value: 'feedback', label: 'Feedback' },
  { value: 'workspace', label: 'Workspace' },
  { value: 'archive', label: 'Archive' },
];
