/** Bulk requests for memories of Alpha, for the permission table. */
import { randomUUID } from 'node:crypto';

/** `block` creates a memory of Alpha. */
export const bulkRequests = (block: () => Promise<string>) => {
  const chosen = async () => ({ body: { memory_block_ids: [await block()] } });
  return {
    'POST /memory-blocks/bulk-archive': chosen,
    'POST /memory-blocks/bulk-delete': chosen,
    'GET /bulk-edits/{id}': () => ({ params: { id: randomUUID() } }),
    'DELETE /bulk-edits/{id}': () => ({ params: { id: randomUUID() } }),
    'POST /memory-blocks/bulk-edit': async () => ({
      body: { edits: [{ memory_block_id: await block(), change: { kind: 'archive', archived: true } }] },
    }),
  };
};
