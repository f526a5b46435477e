/** Calls of the optimization center. */
import { fields, firstText, isAbort, readRows, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { readMergePreview } from '../model/mergePreview';
import {
  filterQuery,
  readAnalysis,
  readExecution,
  type OptimizationFilters,
  type OptimizationResults,
} from '../model/optimization';

export const ANALYSIS_KEY = ['memory-optimization', 'analysis'];

/** What could be tidied under the filters. */
export function useAnalysis(filters: OptimizationFilters) {
  const query = filterQuery(filters);
  return useScopedQuery({
    key: [...ANALYSIS_KEY, query],
    load: async (api, signal) =>
      readAnalysis(await api.call('GET /memory-optimization/suggestions', { query, signal })),
    keepPrevious: true,
  });
}

/** What a merge would write. A service that has no previews cannot tell. */
export function useMergePreview(id: string) {
  return useScopedQuery({
    key: ['memory-optimization', 'merge-preview', id],
    load: async (api, signal) => {
      const params = { id };
      try {
        return readMergePreview(
          await api.call('GET /memory-optimization/suggestions/{id}/preview', { params, signal }),
        );
      } catch (error) {
        if (isAbort(error)) throw error;
        return readMergePreview(null);
      }
    },
  });
}

/** Carries a suggestion out. @throws Error also where a 200 says `error` inside. */
export async function executeOptimization(api: ApiClient, id: string): Promise<OptimizationResults> {
  return readExecution(
    await api.call('POST /memory-optimization/suggestions/{id}/execute', { params: { id } }),
  );
}

/** Agents for the filter: the spec's 1000 of them. */
const AGENTS = 1000;

export function useAgentOptions() {
  return useScopedQuery({
    key: ['agents', 'optimization-options'],
    load: async (api, signal) => {
      const query = { limit: AGENTS, sort_by: 'created_at' as const, sort_order: 'desc' as const };
      const answer = await api.call('GET /agents/', { query, signal });
      return readRows(answer, (value) => {
        const agent = fields(value);
        const id = firstText(agent['agent_id'], agent['id']);
        return id === '' ? null : { value: id, label: firstText(agent['agent_name'], id) };
      }).items;
    },
  });
}
