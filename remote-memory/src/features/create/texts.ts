/** The sentences of Create Memory. */
import { keywordsText } from '../../model/countTexts';

export const CREATED = 'Memory block created successfully';
export const createFailed = (reason: string) => `Failed to create memory block: ${reason}`;
export const keywordsNotAdded = (count: number, reason = '') =>
  `${keywordsText(count)} could not be added: ${reason}`;

/** What leaving would lose. */
export const DRAFT = 'the memory block that you are writing';
