/** The sentences of Create Memory. */
import { keywordsText } from '../../model/bulk';

/** The spec's, word by word: said where the service cannot create memories. */
export const CREATE_SOON = 'Create Memory functionality coming soon!';
export const CREATED = 'Memory block created successfully';
export const createFailed = (reason: string) => `Failed to create memory block: ${reason}`;
export const keywordsNotAdded = (count: number, reason = '') =>
  `${keywordsText(count)} could not be added: ${reason}`;

/** What leaving would lose. */
export const DRAFT = 'the memory block that you are writing';
