/** Texts of the conversation page. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

export const NO_MEMORIES = {
  title: 'No memories from this conversation',
  description:
    'No agent has recorded anything from it in this workspace. Its memories may be in a different workspace.',
};
export const INVALID_ID = {
  title: 'Conversation not found',
  description: 'The ID in the address is incomplete.',
};
export const AS_LIST = 'Show in the list';
export const SHOW = [
  { value: 'all', label: 'Everything' },
  { value: 'memories', label: 'Memories' },
  { value: 'retrieved', label: 'Retrievals' },
  { value: 'changed', label: 'Changes' },
] as const;
export const EVENTS_FAILED = 'Failed to load the retrievals and changes.';
/** Stands in for a memory on another page of the conversation. */
export const ANOTHER_MEMORY = 'Another memory from this conversation';
export const NONE_SHOWN = {
  retrieved: 'No agent has retrieved these memories.',
  changed: 'These memories have not been changed.',
} as const;
export const retrievalText = (token: string | null, query: string | null) =>
  `${query === null ? 'Opened by ID' : `Found by “${query}”`}${token === null ? '' : `, with token ${token}`}`;
export const shownEventsText = (shown: number, total: number) =>
  `Showing the first ${formatNumber(shown)} of ${formatNumber(total)} retrievals and changes.`;
