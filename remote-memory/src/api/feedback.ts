/** The requests about judgments of one memory, and of its replacement by a newer one. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import type { Judgment } from '../model/judgments';
import type { Memory } from '../model/memory';
import type { WriteContext } from './memoryWrites';

/** Judgments that are shown. */
const SHOWN = 20;

/** The latest judgments, newest first, and how many there are. */
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

/** @returns the id of the judgment, with which it is explained or taken back; null from a service that names none. */
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

/** Adds the words to a judgment of one's own. */
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

/** Takes a judgment of one's own back. */
export function takeJudgmentBack({ api, scope }: WriteContext, id: string, feedbackId: string) {
  const params = { id, feedback_id: feedbackId };
  return api.call('DELETE /memory-blocks/{id}/feedback/{feedback_id}', { params, scope });
}

/** Archives a memory that a newer one replaces, and lets it name the newer one, as agents do. */
export function supersede({ api, scope }: WriteContext, memory: Memory, successorId: string) {
  const metadata_col = { ...memory.metadata, superseded_by: successorId };
  const body = { archived: true, metadata_col, expected_updated_at: memory.updatedAt };
  return api.call('PUT /memory-blocks/{id}', { params: { id: memory.id }, body, scope });
}

/** Brings a superseded memory back as it was. */
export function undoSupersede({ api, scope }: WriteContext, memory: Memory) {
  const body = { archived: memory.archived, metadata_col: memory.metadata };
  return api.call('PUT /memory-blocks/{id}', { params: { id: memory.id }, body, scope });
}
