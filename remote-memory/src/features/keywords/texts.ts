/** The sentences of the keywords screen; the spec's, word by word. */
export const ADDED = 'Keyword added successfully';
export const UPDATED = 'Keyword updated successfully';
export const DELETED = 'Keyword deleted successfully';
export const addFailed = (reason: string) => `Failed to add keyword: ${reason}`;
export const updateFailed = (reason: string) => `Failed to update keyword: ${reason}`;
export const deleteFailed = (reason: string) => `Failed to delete keyword: ${reason}`;
export const MEMORIES_FAILED = 'Failed to load associated memory blocks';
export const KEYWORDS_FAILED = 'Failed to load keywords. Please try again.';
export const DELETE_QUESTION = 'Are you sure you want to delete this keyword?';
export const SIGN_IN_TO_CHANGE = 'Sign in to change keywords.';
