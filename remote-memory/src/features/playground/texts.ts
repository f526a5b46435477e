export const ASK = {
  title: 'Ask as an agent would',
  description:
    'Type a question to see which memories your agent would get, why, and which ones narrowly miss.',
};
export const NOTHING_FOUND = {
  title: 'Your agent would get no memories',
  description: 'Try other words or other settings.',
};
export const NO_PINNED = {
  title: 'No pinned questions yet',
  description:
    'Pin a question with the memories it should find. Run the set at any time; you get a warning before a change would break one.',
};
export const FAILED = 'Failed to search. Please try again.';
export const PINNED_FAILED = 'Failed to load the pinned questions. Please try again.';
export const SAME_AS_PINNED = 'This question is already pinned. Saving replaces its settings and memories.';
export const NOTHING_TO_PIN = 'This question has no results to pin.';

/** Appended to "Guest mode is read-only." */
export const SIGN_IN_TO = {
  pin: 'Sign in to pin questions.',
  run: 'Sign in to run pinned questions.',
};

/** `in 12 ms`, `in less than 1 ms`. */
export const latencyText = (ms: number) => (ms < 1 ? 'in less than 1 ms' : `in ${Math.round(ms)} ms`);

export const runResultText = (passed: number, total: number) => {
  if (total === 1) return passed === 1 ? 'The pinned question passed.' : 'The pinned question failed.';
  return passed === total
    ? `All ${total} pinned questions passed.`
    : `${total - passed} of ${total} pinned questions failed.`;
};

export const pinFailed = (reason: string) => `Failed to pin the question: ${reason}`;
export const unpinFailed = (reason: string) => `Failed to unpin the question: ${reason}`;
export const runFailed = (reason: string) => `Failed to run the pinned questions: ${reason}`;
