/** Requests that change many memories of Alpha, for the permission table. */

/** `block` makes a memory of Alpha. */
export const bulkRequests = (block: () => Promise<string>) => {
  const chosen = async () => ({ body: { memory_block_ids: [await block()] } });
  return {
    'POST /memory-blocks/bulk-archive': chosen,
    'POST /memory-blocks/bulk-delete': chosen,
    'POST /memory-blocks/bulk-edit': async () => ({
      body: { edits: [{ memory_block_id: await block(), change: { kind: 'archive', archived: true } }] },
    }),
  };
};
