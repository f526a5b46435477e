/** Calls about consolidation suggestions. */
import { readRows, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { ownCount } from '../model/suggestionPage';
import { readSuggestionRow, type SuggestionRow } from '../model/suggestionRow';
import { queryOf, type SuggestionView } from '../model/suggestionView';

/** One page of suggestions. Earlier rows of the same workspace stay while the next ones load. */
export function useSuggestionPage(view: SuggestionView, enabled: boolean) {
  const query = queryOf(view);
  const isCounted = useShell().offers('consolidation.review');
  return useScopedQuery({
    key: ['consolidation-suggestions', 'page', query],
    load: async (api, signal) => {
      const answer = await api.call('GET /consolidation-suggestions/', { query, signal });
      const rows = readRows(answer, readSuggestionRow);
      return isCounted ? rows : ownCount(rows, view);
    },
    enabled,
    keepPrevious: true,
  });
}

function readOne(answer: unknown): SuggestionRow {
  const row = readSuggestionRow(answer);
  if (!row) throw new Error('The service sent a suggestion that this dashboard cannot read.');
  return row;
}

/** One suggestion. */
export function useSuggestion(id: string, enabled: boolean) {
  return useScopedQuery({
    key: ['consolidation-suggestions', 'one', id],
    load: async (api, signal) =>
      readOne(await api.call('GET /consolidation-suggestions/{id}', { params: { id }, signal })),
    enabled,
  });
}

/** What of a suggestion a person takes over. */
export interface AcceptedParts {
  lesson: boolean;
  keywords: string[];
}

/** Makes the merged block; `accepted` is null where the service takes all or nothing. */
export async function validateSuggestion(
  api: ApiClient,
  id: string,
  accepted: AcceptedParts | null,
): Promise<SuggestionRow> {
  const body = accepted && { lessons_learned: accepted.lesson, keywords: accepted.keywords };
  const input = { params: { id }, ...(body && { body }) };
  return readOne(await api.call('POST /consolidation-suggestions/{id}/validate/', input));
}

export async function rejectSuggestion(api: ApiClient, id: string): Promise<SuggestionRow> {
  return readOne(await api.call('POST /consolidation-suggestions/{id}/reject/', { params: { id } }));
}

/** Takes a decision back. Only with a service that offers `consolidation.review`. */
export async function reopenSuggestion(api: ApiClient, id: string): Promise<SuggestionRow> {
  return readOne(await api.call('POST /consolidation-suggestions/{id}/reopen/', { params: { id } }));
}

export async function deleteSuggestion(api: ApiClient, id: string): Promise<void> {
  await api.call('DELETE /consolidation-suggestions/{id}', { params: { id } });
}
