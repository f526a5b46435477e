/** Calls of the optimization center. */
import type { GeneratedBy, OptimizationResults, ReviewKind } from '@hindsight/shared-contracts/api';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { filterQuery, type OptimizationFilters } from '../model/optimization';
import type { Claims } from '../model/sources';

/** Suggestions that match the filters. */
export function useAnalysis(filters: OptimizationFilters) {
  const query = filterQuery(filters);
  return useScopedQuery({
    key: ['memory-optimization', 'analysis', query],
    load: (api, signal) => api.call('GET /memory-optimization/suggestions', { query, signal }),
    keepPrevious: true,
  });
}

/** Preview of a merge. Has no texts until the merge is proposed, which read-only users cannot do. */
interface MergeChanges {
  generated_by?: GeneratedBy;
  merged_content?: string;
  merged_lessons_learned?: string | null;
  merged_sources?: Claims | null;
}

/** Texts that a merge would write; null until they are known. */
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

/** Executes a suggestion. @throws Error for any status other than `completed`, even on HTTP success. */
export async function executeOptimization(api: ApiClient, id: string): Promise<OptimizationResults> {
  const answer = await api.call('POST /memory-optimization/suggestions/{id}/execute', { params: { id } });
  return answer.results;
}

/** Adds each memory of a suggestion to the review inbox. @returns the kind of the pending items. */
export async function proposeOptimization(api: ApiClient, id: string): Promise<ReviewKind> {
  const key = 'POST /memory-optimization/suggestions/{id}/propose';
  return (await api.call(key, { params: { id } })).kind;
}

/** Number of agents in the filter, from the specification. */
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
