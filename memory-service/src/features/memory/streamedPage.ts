/** Sends a page of large memory blocks while it is read, so that it takes the memory of one part and not of the whole. */
import { Readable } from 'node:stream';
import type { BlocksInParts } from './queries/memoryBlocks';

interface Parts {
  /** Null for a page that is nothing but its rows. */
  totals: { total_items: number; total_pages: number } | null;
  /** Reads the part that begins with the first id. Blocks that were deleted since the page was chosen are missing. */
  next: (ids: readonly string[]) => Promise<BlocksInParts>;
  /** Changes a block before it is sent. */
  shape: ((block: unknown) => unknown) | undefined;
}

async function* pageJson(first: BlocksInParts, { totals, next, shape }: Parts): AsyncGenerator<string> {
  const [opening, closing] = totals ? ['{"items":[', `],${JSON.stringify(totals).slice(1)}`] : ['[', ']'];
  let separator = opening;
  for (let part = first; ; part = await next(part.rest)) {
    for (const block of part.items) {
      yield separator + JSON.stringify(shape ? shape(block) : block);
      separator = ',';
    }
    if (part.rest.length === 0) break;
  }
  yield closing;
}

/** The JSON of the page as a stream. One that fails ends before the JSON does, so that no client takes it for the whole. */
export const streamedPage = (first: BlocksInParts, parts: Parts): Readable =>
  Readable.from(pageJson(first, parts));
