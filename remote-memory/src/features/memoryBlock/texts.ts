/** The sentences of a memory block's detail; the spec's, word by word. */

export const LOAD_FAILED = 'Failed to load memory block details';
export const fetchFailed = (reason: string) => `Failed to fetch memory block details: ${reason}`;
export const SAVED = 'Memory block updated successfully';
export const saveFailed = (reason: string) => `Failed to save changes: ${reason}`;

/** What leaving would lose. */
export const DRAFT = 'your changes to this memory block';
