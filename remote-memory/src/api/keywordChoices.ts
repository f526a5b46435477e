/** All keywords of the workspace, to choose from in a form. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { readKeywordLink } from '../model/memoryDetail';
import { everyRow } from './everyRow';

/** Asked for only once a form is open. */
export function useKeywordChoices() {
  return useScopedQuery({
    key: ['keywords', 'choices'],
    load: async (api, signal) => {
      const ask = (skip: number, limit: number) =>
        api.call('GET /keywords/', { query: { limit, ...(skip > 0 ? { skip } : {}) }, signal });
      return everyRow(ask, readKeywordLink);
    },
  });
}
