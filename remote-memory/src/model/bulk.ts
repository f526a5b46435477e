/** Texts of bulk actions on memories. */

import type { PlannedChanges } from '@hindsight/shared-contracts/api';

export type BulkKind = 'archive' | 'delete' | 'restore';

interface BulkTexts {
  title: string;
  /** Confirmation before the action. */
  question(count: string): string;
  running: string;
  /** `12 memory blocks archived`. */
  done: string;
  confirm: string;
}

export const BULK: Record<BulkKind, BulkTexts> = {
  archive: {
    title: 'Archive memory blocks',
    question: (count) => `Are you sure you want to archive ${count}?`,
    running: 'Archiving',
    done: 'archived',
    confirm: 'Archive',
  },
  delete: {
    title: 'Delete memory blocks',
    question: (count) =>
      `Are you sure you want to permanently delete ${count}? This action cannot be undone.`,
    running: 'Deleting',
    done: 'permanently deleted',
    confirm: 'Delete',
  },
  restore: {
    title: 'Restore memory blocks',
    question: (count) => `Are you sure you want to restore ${count}?`,
    running: 'Restoring',
    done: 'restored',
    confirm: 'Restore',
  },
};

/** Maximum number of memories that run without a dialog, unless something fails. */
export const QUIETLY = 12;

/** Planned changes of the action, for the check of the pinned questions. Restoring removes nothing. */
export function toPlannedChanges(kind: BulkKind, ids: readonly string[]): PlannedChanges {
  if (kind === 'archive') return { archived_ids: [...ids] };
  return kind === 'delete' ? { deleted_ids: [...ids] } : {};
}
