/** Requests for feedback on a memory and for superseding it. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import type { Judgment } from '../model/judgments';
import type { Memory } from '../model/memory';
import type { WriteContext } from './memoryWrites';

/** Judgments shown. */
const SHOWN = 20;

/** The latest judgments, newest first, and their total. */
export function useFeedback(id: string, enabled = true) {
  return useScopedQuery({
    key: ['memory-block', id, 'feedback'],
    load: async (api, signal) => {
      const query = { limit: SHOWN };
      const page = await api.call('GET /memory-blocks/{id}/feedback/', { params: { id }, query, signal });
      return { items: page.items, total: page.total_items };
    },
    enabled,
  });
}

/** @returns the ID of the judgment, needed to explain or withdraw it; null if the service sends none. */
export async function judge({ api, scope }: WriteContext, id: string, { type, problem }: Judgment) {
  const heard: { id?: string | null } = {};
  await api.call('POST /memory-blocks/{id}/feedback/', {
    params: { id },
    body: { memory_id: id, feedback_type: type, ...(problem !== undefined && { problem }) },
    scope,
    onHeaders: (headers) => void (heard.id = headers.get('X-Feedback-Id')),
  });
  return heard.id ?? null;
}

/** Adds a reason to the person's own judgment. */
export function explainJudgment(
  { api, scope }: WriteContext,
  id: string,
  feedbackId: string,
  reason: string,
) {
  return api.call('PATCH /memory-blocks/{id}/feedback/{feedback_id}', {
    params: { id, feedback_id: feedbackId },
    body: { feedback_details: reason },
    scope,
  });
}

/** Withdraws the person's own judgment. */
export function withdrawJudgment({ api, scope }: WriteContext, id: string, feedbackId: string) {
  const params = { id, feedback_id: feedbackId };
  return api.call('DELETE /memory-blocks/{id}/feedback/{feedback_id}', { params, scope });
}

/** Archives a memory that a newer one replaces and records its successor, as agents do. */
export function supersede({ api, scope }: WriteContext, memory: Memory, successorId: string) {
  const metadata_col = { ...memory.metadata, superseded_by: successorId };
  const body = { archived: true, metadata_col, expected_updated_at: memory.updatedAt };
  return api.call('PUT /memory-blocks/{id}', { params: { id: memory.id }, body, scope });
}

/** Restores a superseded memory to its previous state. */
export function undoSupersede({ api, scope }: WriteContext, memory: Memory) {
  const body = { archived: memory.archived, metadata_col: memory.metadata };
  return api.call('PUT /memory-blocks/{id}', { params: { id: memory.id }, body, scope });
}
