/** The call that reads consolidation suggestions, as a hook of the active workspace. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { readSuggestionRow } from '../model/suggestionRow';
import { queryOf, type SuggestionView } from '../model/suggestionView';
import { readRows } from '@hindsight/shared-contracts/api/client';

/** One page of suggestions. Earlier rows of the same workspace stay while the next ones load. */
export function useSuggestionPage(view: SuggestionView, enabled: boolean) {
  const query = queryOf(view);
  return useScopedQuery({
    key: ['consolidation-suggestions', 'page', query],
    load: async (api, signal) =>
      readRows(await api.call('GET /consolidation-suggestions/', { query, signal }), readSuggestionRow),
    enabled,
    keepPrevious: true,
  });
}
