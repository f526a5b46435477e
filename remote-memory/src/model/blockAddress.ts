/** Where a memory block is found in the address: over any page, or on a page of its own. */

/** Query parameter that opens a block over the page; named in the descriptor's overlay. */
export const BLOCK_PARAM = 'block';

/** The query string of the same page with a block opened over it. */
export function withBlock(search: string, id: string): string {
  const params = new URLSearchParams(search);
  params.set(BLOCK_PARAM, id);
  return `?${params.toString()}`;
}

/** The page of a block. */
export function blockPath(id: string): string {
  return `/memory-blocks/${encodeURIComponent(id)}`;
}
