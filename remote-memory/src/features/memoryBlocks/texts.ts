/** The texts of the memory list. */
import { RANKED_LIMIT } from '../../model/searchModes';

export const NOTHING_YET = {
  title: 'No memory blocks yet',
  description: 'They appear here as soon as an agent of this workspace records what it learned.',
};
export const NO_MATCH = {
  title: 'No memory blocks match your filters',
  description: 'Try other words, or clear the filters to see everything in this workspace.',
};
export const INVALID_ADDRESS = 'The conversation ID in the address is not valid, so nothing was searched.';
export const FELL_BACK = 'No memory is close in meaning. These contain your words. ';
export const BEST_MATCHES = `These are the best ${RANKED_LIMIT} matches; there may be more.`;
export const SELECT_INDIVIDUALLY =
  'Select individual memory blocks for this. The AI pages work on all of them.';
export const AGENTS_NOT_LOADED = 'Agents could not be loaded';
