/** Results of applying one change to many memories. */
import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../rules/limits';
import { endpoint } from './endpoint';

const Chosen = z.object({ memory_block_ids: z.array(z.string().max(200)).min(1).max(MAX_PAGE_SIZE) });

/** One entry per distinct id, in request order; `error` is the reason why a memory was not changed. */
export const BlockResults = z.array(
  z.object({ memory_block_id: z.string(), success: z.boolean(), error: z.string().optional() }),
);

const Results = z.object({
  results: BlockResults,
  successful_count: z.number().int(),
  failed_count: z.number().int(),
  total_processed: z.number().int(),
  message: z.string(),
});

export const bulkBlockEndpoints = {
  'POST /memory-blocks/bulk-archive': endpoint({
    summary: 'Archives many memories; one that is missing or not writable does not affect the others.',
    body: Chosen,
    response: Results,
  }),
  'POST /memory-blocks/bulk-delete': endpoint({
    summary:
      'Permanently deletes many memories; one that is missing or not writable does not affect the others.',
    body: Chosen,
    response: Results,
  }),
};
