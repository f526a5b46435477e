/** Calls about consolidation suggestions. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { acceptedFields, type AcceptedParts } from '../model/acceptedParts';
import { queryOf, type SuggestionView } from '../model/suggestionView';

/** One page of suggestions. Earlier rows of the same workspace stay while the next ones load. */
export function useSuggestionPage(view: SuggestionView) {
  const query = queryOf(view);
  return useScopedQuery({
    key: ['consolidation-suggestions', 'page', query],
    load: (api, signal) => api.call('GET /consolidation-suggestions/', { query, signal }),
    keepPrevious: true,
  });
}

/** One suggestion. */
export function useSuggestion(id: string, enabled: boolean) {
  return useScopedQuery({
    key: ['consolidation-suggestions', 'one', id],
    load: (api, signal) => api.call('GET /consolidation-suggestions/{id}', { params: { id }, signal }),
    enabled,
  });
}

/** Makes the merged block of the accepted parts. */
export async function validateSuggestion(api: ApiClient, id: string, accepted: AcceptedParts): Promise<void> {
  const body = acceptedFields(accepted);
  await api.call('POST /consolidation-suggestions/{id}/validate/', { params: { id }, body });
}

export async function rejectSuggestion(api: ApiClient, id: string): Promise<void> {
  await api.call('POST /consolidation-suggestions/{id}/reject/', { params: { id } });
}

/** Undoes a decision. */
export async function reopenSuggestion(api: ApiClient, id: string): Promise<void> {
  await api.call('POST /consolidation-suggestions/{id}/reopen/', { params: { id } });
}

export async function deleteSuggestion(api: ApiClient, id: string): Promise<void> {
  await api.call('DELETE /consolidation-suggestions/{id}', { params: { id } });
}
