/** The texts of the keywords page. */
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
export const NOTHING_YET = {
  title: 'No keywords yet',
  description: 'Agents add keywords when they record memories. You can add your own, too.',
};
export const NO_MATCH = 'No keywords match your search';
export const NO_MEMORIES = {
  title: 'No memories use this keyword',
  description: 'Archived memories are not included.',
};
export const MEMORIES_STAY = 'It is removed from every memory that uses it. The memories themselves stay.';
