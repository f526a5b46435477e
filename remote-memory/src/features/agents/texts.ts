/** The texts of the agents page. */
export const AGENTS_FAILED = 'Failed to load agents. Please try again.';
export const createFailed = (reason: string) => `Failed to create agent: ${reason}`;
export const UPDATE_FAILED = 'Failed to update agent. Please try again.';
export const DELETE_FAILED = 'Failed to delete agent. Please try again.';
export const ID_COPIED = 'Agent ID copied to clipboard';
export const ID_COPY_FAILED = 'Failed to copy Agent ID. Please try again.';
export const EMPTY_NAME = 'Agent name cannot be empty';
export const CREATED = 'Agent created successfully';
export const UPDATED = 'Agent updated successfully';
export const DELETED = 'Agent deleted successfully';
export const DELETE_QUESTION = 'Are you sure you want to delete this agent?';
export const GOES_TOO =
  'All its data goes with it: its memory blocks and transcripts. This cannot be undone.';
export const SIGN_IN_TO = {
  create: 'Sign in to create agents.',
  edit: 'Sign in to edit agents.',
  delete: 'Sign in to delete agents.',
} as const;
export const NOTHING_YET = {
  title: 'No agents yet',
  description:
    'An agent is a coding tool that writes to this workspace. Create one, then give the tool its Agent ID.',
};
export const NO_MATCH = 'No agents match your search';
export const COUNTS_FAILED = 'The figures could not be loaded.';
export const NO_DESCRIPTION = 'No description';
export const DESCRIPTION_HINT = 'What this agent works on. Optional.';
