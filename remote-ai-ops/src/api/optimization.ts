/** Calls of the optimization center. */
import type { GeneratedBy, OptimizationResults, ReviewKind } from '@hindsight/shared-contracts/api';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { filterQuery, type OptimizationFilters } from '../model/optimization';
import type { Claims } from '../model/sources';

/** Suggestions under the filters. */
export function useAnalysis(filters: OptimizationFilters) {
  const query = filterQuery(filters);
  return useScopedQuery({
    key: ['memory-optimization', 'analysis', query],
    load: (api, signal) => api.call('GET /memory-optimization/suggestions', { query, signal }),
    keepPrevious: true,
  });
}

/** What the service says of a merge before it is executed. Without texts where the merge is not proposed yet: readers propose none. */
interface MergeChanges {
  generated_by?: GeneratedBy;
  merged_content?: string;
  merged_lessons_learned?: string | null;
  merged_sources?: Claims | null;
}

/** What a merge would write; null where that is not known yet. */
export function useMergePreview(id: string) {
  return useScopedQuery({
    key: ['memory-optimization', 'merge-preview', id],
    load: async (api, signal) => {
      const key = 'GET /memory-optimization/suggestions/{id}/preview';
      const { preview } = await api.call(key, { params: { id }, signal });
      const changes: MergeChanges = preview.estimated_changes;
      const { generated_by: method, merged_content: content, merged_lessons_learned: lesson } = changes;
      return content
        ? { method, content, lesson: lesson ?? '', claims: changes.merged_sources ?? undefined }
        : null;
    },
  });
}

/** Executes a suggestion. @throws Error also for a success status that is not `completed`. */
export async function executeOptimization(api: ApiClient, id: string): Promise<OptimizationResults> {
  const answer = await api.call('POST /memory-optimization/suggestions/{id}/execute', { params: { id } });
  return answer.results;
}

/** Puts each memory of a suggestion into the review inbox. @returns the kind under which they wait. */
export async function proposeOptimization(api: ApiClient, id: string): Promise<ReviewKind> {
  const key = 'POST /memory-optimization/suggestions/{id}/propose';
  return (await api.call(key, { params: { id } })).kind;
}

/** The specification's number of agents for the filter. */
const AGENTS = 1000;

export function useAgentOptions() {
  return useScopedQuery({
    key: ['agents', 'optimization-options'],
    load: async (api, signal) => {
      const query = { limit: AGENTS, sort_by: 'created_at' as const, sort_order: 'desc' as const };
      const agents = await api.call('GET /agents/', { query, signal });
      return agents.items.map(({ agent_id, agent_name }) => ({
        value: agent_id,
        label: agent_name || agent_id,
      }));
    },
  });
}
