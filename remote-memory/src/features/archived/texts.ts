/** Texts of the archive; the first seven are given by the spec. */

export const ARCHIVE_OFF = 'The archived memories feature is not yet enabled for your workspace.';
export const archiveFailed = (reason: string) => `Failed to load archived memories: ${reason}`;
export const NOTHING_ARCHIVED = 'No archived memories yet';
/** Confirmation before a permanent deletion. */
export const DELETE_QUESTION = {
  title: 'Delete permanently',
  message: 'This will permanently delete the memory block. Continue?',
  confirmLabel: 'Delete',
  danger: true,
};
export const PERMANENTLY_DELETED = 'Memory permanently deleted';
export const SIGN_IN_TO_RESTORE = 'Sign in to restore memories.';
export const SIGN_IN_TO_DELETE = 'Sign in to delete memories.';

export const KEPT_HERE = 'Memories that you archive are kept here. You can restore them at any time.';
export const NO_MATCH = {
  title: 'No archived memories match your filters',
  description: 'Try different words, or clear the filters to see the whole archive.',
};
