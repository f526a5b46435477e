/** The sentences of Create Memory. */

/** The spec's, word by word: said where the service cannot create memories. */
export const CREATE_SOON = 'Create Memory functionality coming soon!';
export const CREATED = 'Memory block created successfully';
export const createFailed = (reason: string) => `Failed to create memory block: ${reason}`;
