import { keywordsText } from '../../model/countTexts';

export const CREATED = 'Memory block created successfully';
export const createFailed = (reason: string) => `Failed to create memory block: ${reason}`;
export const keywordsNotAdded = (count: number, reason = '') =>
  `Couldn’t add ${keywordsText(count)}: ${reason}`;

/** Named in the confirmation before leaving. */
export const DRAFT = 'the memory you are writing';
export const INTRODUCTION = 'Write down something your agents should remember.';
export const ANSWER_INTRODUCTION =
  'An agent asked this and found nothing. Write the answer below the question.';
export const CONVERSATION_HINT = 'This starts a new conversation. Paste an existing ID to add to it instead.';
export const KEYWORDS_HINT = 'Keywords found in the content are added automatically.';
export const METADATA_HINT = 'A JSON object. Optional.';
