/** Texts for actions on a memory block, verbatim from the spec. */

export const DELETE_QUESTION = 'Are you sure you want to delete this memory block?';
export const DELETE_FOREVER_QUESTION =
  'Are you sure you want to permanently delete this memory block? This action cannot be undone.';

export const ARCHIVED = 'Memory block archived successfully';
export const ARCHIVE_FAILED = 'Failed to archive memory block';
export const DELETED = 'Memory block deleted successfully';
export const deleteFailed = (reason: string) => `Failed to delete memory block: ${reason}`;
export const RESTORED = 'Memory restored successfully';
export const restoreFailed = (reason: string) => `Failed to restore memory: ${reason}`;

/** Appended to "Guest mode is read-only." */
export const SIGN_IN_TO = {
  archive: 'Sign in to archive memory blocks.',
  delete: 'Sign in to delete memory blocks.',
  edit: 'Sign in to edit memory blocks.',
  create: 'Sign in to create memory blocks.',
  import: 'Sign in to import memory blocks.',
  compact: 'Sign in to compact memory blocks.',
  keywords: 'Sign in to change keywords.',
} as const;

export const COPIED = 'Copied to clipboard';
export const COPY_FAILED = 'Copying failed. Please try again.';
