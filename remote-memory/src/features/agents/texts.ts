import { formatNumber } from '@hindsight/shared-contracts/rules';

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
  'This also deletes all of its data, including memory blocks and transcripts. You can’t undo this.';
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
export const COUNTS_FAILED = 'Couldn’t load the counts.';
export const NO_DESCRIPTION = 'No description';
export const DESCRIPTION_HINT = 'What this agent works on. Optional.';
export const NEVER_ACTIVE = 'Never active';
/** `Inactive for 12 days`, `Inactive for 3 weeks`, `Inactive for 4 months`. */
export function silentText(days: number): string {
  if (days < 14) return `Inactive for ${days} days`;
  if (days < 61) return `Inactive for ${Math.floor(days / 7)} weeks`;
  return `Inactive for ${formatNumber(Math.floor(days / 30))} months`;
}
/** Text alternative of a sparkline. */
export const callsText = (calls: number, days: number) =>
  `${formatNumber(calls)} ${calls === 1 ? 'call' : 'calls'} in the last ${days} days`;
export const NO_SUCH_AGENT = {
  title: 'Agent not found in this workspace',
  description: 'It may have been deleted, or it may belong to another workspace.',
};
export const ACTIVITY_FAILED = 'Failed to load the activity. Please try again.';
export const NO_CALLS = {
  title: 'No activity yet',
  description: 'This agent’s requests appear here, including denied ones.',
};
export const NO_CALLS_AT_ALL = {
  title: 'No activity yet',
  description: 'Requests from agents appear here, including denied ones.',
};
export const NO_CALLS_MATCH = 'No activity matches these filters';
/** Label of a token that has never named an agent. */
export const NO_AGENT = 'Unknown agent';
export const NO_PREVIEW = 'A deleted memory, or one you can’t read';
export const activityNote = (calls: number, days: number) => `${callsText(calls, days)}, by day in UTC`;
export const noCallsText = (days: number) => `No calls in the last ${days} days.`;
export const CONNECTIONS = {
  title: 'Connections',
  signedIn: 'Signed in',
  token: 'API token',
  neverSeen: 'never seen',
  revoked: (name: string) => `${name} is disconnected.`,
  failed: 'Failed to revoke the connection. Please try again.',
  none: 'No connections yet',
  noneHint: 'Coding agents that you connect to this workspace appear here.',
  connect: 'Connect an agent',
  loadFailed: 'Failed to load connections. Please try again.',
} as const;
