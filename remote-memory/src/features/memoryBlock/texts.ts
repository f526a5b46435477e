/** Texts of a memory's details, edit form, history and retrievals; the first four are given by the spec. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { timesText } from '../../model/countTexts';

export const LOAD_FAILED = 'Failed to load memory block details';
export const fetchFailed = (reason: string) => `Failed to fetch memory block details: ${reason}`;
export const SAVED = 'Memory block updated successfully';
export const saveFailed = (reason: string) => `Failed to save changes: ${reason}`;

/** Named in the confirmation before leaving. */
export const DRAFT = 'your changes to this memory block';
export const SIGN_IN_TO_EDIT = 'Sign in to edit memory blocks.';
export const keywordsNotSaved = (count: number) => `Couldn’t save ${count} of the keywords`;
export const DISCARD = {
  title: 'Discard your changes?',
  message: 'You’ll lose your changes to this memory block.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  danger: true,
};
export const SAVED_EXCEPT = 'Everything else was saved:';
export const keywordFailed = (name: string, adding: boolean, reason: string) =>
  `Couldn’t ${adding ? 'add' : 'remove'} keyword “${name}”: ${reason}`;
export const CHANGES_KEPT = 'Your changes are still in the form.';
export const CONFLICT =
  'Someone else changed this memory block after you opened it. Your changes are kept; save again to apply them.';
export const updatedFieldsText = (fields: string) => `Updated to their version: ${fields}.`;
export const conflictLabel = (field: string) => `${field}: their text, with your changes`;

export const NOT_FOUND = {
  title: 'Memory block not found',
  description: 'It may have been deleted, or it belongs to another workspace.',
};
export const NO_ACCESS = {
  title: 'You don’t have access to this memory',
  description: 'Its owner or an administrator of its organization can give you access.',
};
export const SCORE_HINT =
  'A whole number from 0 to 100: high from 80, medium from 60, low below. Larger numbers count as 100, text as 0.';
export const METADATA_HINT = 'A JSON object. Optional.';
export const KEYWORDS_FAILED = 'Couldn’t load the other keywords of this workspace.';

export const HISTORY_FAILED = 'Failed to load the history';
export const NO_CHANGES = {
  title: 'No changes yet',
  description: 'Earlier versions appear here after the first edit.',
};
export const versionRestored = (version: number) =>
  `Text of version ${version} restored. Keywords and feedback are unchanged.`;
export const versionRestoreFailed = (reason: string) => `Failed to restore the version: ${reason}`;
export const RETRIEVALS_FAILED = 'Failed to load the retrievals';
export const NO_RETRIEVALS = {
  title: 'No retrievals yet',
  description: 'Retrievals are logged when an agent reads this memory.',
};
export const retrievedText = (count: number) => `Retrieved ${timesText(count)}`;
export const NOT_LOGGED = 'Details aren’t available: these retrievals predate the log or were imported.';
export const partlyLogged = (logged: number, count: number) =>
  `${retrievedText(count)}; ${formatNumber(logged)} of them are logged.`;
export const TITLE_HINT = 'The first sentence becomes the title.';

export const SIGN_IN_TO_JUDGE = 'Sign in to rate memory blocks.';
export const judgeFailed = (reason: string) => `Failed to save your feedback: ${reason}`;
export const TAKEN_BACK = 'Feedback removed';
export const REASON_SAVED = 'Reason saved';
export const FEEDBACK_FAILED = 'Failed to load the feedback';
export const RESOLVED = 'Mark removed';
/** Shown below a mark without a reason. */
export const NO_REASON = 'No reason was given.';
export const supersededBy = 'A newer memory replaces this one. Agents get the newer one.';
export const REPLACES = 'Replaces';
export const SUPERSEDED = 'Replaced: agents get the newer memory';
export const SUPERSEDE_UNDONE = 'Memory restored';
export const SIGN_IN_TO_SUPERSEDE = 'Sign in to replace memory blocks.';
export const supersedeFailed = (reason: string) => `Failed to replace the memory: ${reason}`;
export const SUPERSEDE_HELP =
  'Search for the newer memory. This one will be archived with a link to it, and keeps its history.';
export const NO_SUCCESSOR = 'No other memory matches.';
export const SIMILAR = 'Similar memories';
