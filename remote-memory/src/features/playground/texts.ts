/** The texts of the playground. */

export const ASK = {
  title: 'Ask as an agent would',
  description:
    'Type a question to see the memories that your agent would get, why it gets them and what it just misses.',
};
export const NOTHING_FOUND = {
  title: 'Your agent would get no memory',
  description: 'Try other words or other settings.',
};
export const NO_PINNED = {
  title: 'No pinned questions yet',
  description:
    'Pin a question with the memories that should be found. You can run the set at any time, and you are warned before a change that would lose one.',
};
export const FAILED = 'Failed to search. Please try again.';
export const PINNED_FAILED = 'Failed to load the pinned questions. Please try again.';
export const SAME_AS_PINNED = 'This question is already pinned. Saving replaces its settings and memories.';
export const NOTHING_TO_PIN = 'No memory was found that could be expected.';

/** Follows "Guest mode is read-only." */
export const SIGN_IN_TO = {
  pin: 'Sign in to pin questions.',
  run: 'Sign in to run pinned questions.',
};

/** `in 12 ms`, `in less than 1 ms`. */
export const latencyText = (ms: number) => (ms < 1 ? 'in less than 1 ms' : `in ${Math.round(ms)} ms`);

export const ranText = (passed: number, total: number) => {
  if (total === 1) return passed === 1 ? 'The pinned question passed.' : 'The pinned question failed.';
  return passed === total
    ? `All ${total} pinned questions passed.`
    : `${total - passed} of ${total} pinned questions failed.`;
};

export const pinFailed = (reason: string) => `Failed to pin the question: ${reason}`;
export const unpinFailed = (reason: string) => `Failed to unpin the question: ${reason}`;
export const runFailed = (reason: string) => `Failed to run the pinned questions: ${reason}`;
