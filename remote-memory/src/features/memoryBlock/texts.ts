/** The texts of a memory's details and of its edit; the spec gives the first five and `NOT_FOUND`. */

export const LOAD_FAILED = 'Failed to load memory block details';
export const fetchFailed = (reason: string) => `Failed to fetch memory block details: ${reason}`;
export const SAVED = 'Memory block updated successfully';
export const saveFailed = (reason: string) => `Failed to save changes: ${reason}`;

/** What leaving would lose. */
export const DRAFT = 'your changes to this memory block';
export const SIGN_IN_TO_EDIT = 'Sign in to edit memory blocks.';
export const keywordsNotSaved = (count: number) => `${count} of the keywords could not be saved`;
export const DISCARD = {
  title: 'Discard your changes?',
  message: 'You would lose your changes to this memory block.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  danger: true,
};
export const SAVED_EXCEPT = 'Everything else was saved:';
export const keywordFailed = (name: string, adding: boolean, reason: string) =>
  `Keyword “${name}” was not ${adding ? 'added' : 'removed'}: ${reason}`;
export const CHANGES_KEPT = 'Your changes are still in the form.';
export const CONFLICT =
  'Someone else changed this memory block after you opened it. Your changes are kept; save again to apply them.';
export const takenFromThem = (fields: string) => `Updated to their version: ${fields}.`;
export const conflictLabel = (field: string) => `${field}: their text, with your changes`;
