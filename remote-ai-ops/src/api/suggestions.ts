/** Calls about consolidation suggestions. */
import { isUncertain, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { acceptedFields, type AcceptedParts } from '../model/acceptedParts';
import { toQuery, type SuggestionView } from '../model/suggestionView';
import { isGone } from './blocks';

/** One page of suggestions. Keeps the previous rows of the same workspace while loading. */
export function useSuggestionPage(view: SuggestionView) {
  const query = toQuery(view);
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

/** Creates the merged block from the accepted parts. */
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

/** Deletes a suggestion. Idempotent: a missing one is not a failure; if the response was lost, checks whether it still exists. */
export async function deleteSuggestion(api: ApiClient, id: string): Promise<void> {
  try {
    await api.call('DELETE /consolidation-suggestions/{id}', { params: { id } });
  } catch (error) {
    if (isGone(error)) return;
    if (!isUncertain(error)) throw error;
    const found = api.call('GET /consolidation-suggestions/{id}', { params: { id } });
    if (!isGone(await found.catch((reason: unknown) => reason))) throw error;
  }
}
