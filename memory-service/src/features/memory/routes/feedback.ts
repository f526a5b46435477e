/** Feedback on memory blocks. */
import { totalPages } from '../../../platform/http/rules/paging';
import { explainFeedback, listFeedback, recordFeedback, removeFeedback } from '../queries/blockFeedback';
import { findBlock } from '../queries/memoryBlocks';
import { requireReadable } from '../../../platform/http/access';
import { describePlace } from '../../../platform/http/keyset';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';
import { updateOwnBlock, MISSING_BLOCK } from './memoryWrites';

/** Another person's feedback is reported as missing. */
const MISSING_FEEDBACK = 'Feedback not found';

export const feedbackRoutes = {
  'GET /memory-blocks/{id}/feedback/': {
    access: 'memory',
    handle: async ({ database, principal, params, query }) => {
      const { items, total } = await database.read(principal, async (handle) => {
        requireReadable(principal, (await findBlock(handle, params.id))?.ownership, MISSING_BLOCK);
        return listFeedback(handle, params.id, { ...query, after: describePlace(query.after) });
      });
      return { items, total_items: total, total_pages: totalPages(total, query.limit) };
    },
  },

  'POST /memory-blocks/{id}/feedback/': {
    access: 'writer',
    handle: async ({ database, principal, params, body, setHeader }) => {
      if (body.memory_id !== undefined && body.memory_id !== params.id) {
        throw new HttpProblem(400, 'Memory ID mismatch');
      }
      const { feedback_type: type, feedback_details: details = null, problem } = body;
      return updateOwnBlock(database, principal, params.id, async (handle, block) => {
        const id = await recordFeedback(handle, block, { type, details, problem }, principal.userId);
        setHeader('x-feedback-id', id);
      });
    },
  },

  'PATCH /memory-blocks/{id}/feedback/{feedback_id}': {
    access: 'writer',
    handle: ({ database, principal, params, body }) =>
      updateOwnBlock(database, principal, params.id, async (handle, block) => {
        const details = body.feedback_details ?? null;
        const isOwn = await explainFeedback(handle, block, params.feedback_id, details, principal.userId);
        if (!isOwn) throw new HttpProblem(404, MISSING_FEEDBACK);
      }),
  },

  'DELETE /memory-blocks/{id}/feedback/{feedback_id}': {
    access: 'writer',
    handle: ({ database, principal, params }) =>
      updateOwnBlock(database, principal, params.id, async (handle, block) => {
        const isOwn = await removeFeedback(handle, block, params.feedback_id, principal.userId);
        if (!isOwn) throw new HttpProblem(404, MISSING_FEEDBACK);
      }),
  },
} satisfies Partial<Routes>;
