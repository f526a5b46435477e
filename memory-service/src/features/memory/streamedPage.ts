/** Streams a page of large memory blocks while reading it, so that only one part is in memory at a time. */
import { Readable } from 'node:stream';
import type { BlocksInParts } from './queries/memoryBlocks';

interface Parts {
  /** Null for a page that consists only of rows. */
  totals: { total_items: number; total_pages: number } | null;
  /** Reads the part that begins with the first id. Blocks deleted since the page was selected are missing. */
  next: (ids: readonly string[]) => Promise<BlocksInParts>;
  /** Transforms a block before it is sent. */
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

/** The page as a JSON stream. On failure, it ends with incomplete JSON, so that no client mistakes it for a whole page. */
export const streamedPage = (first: BlocksInParts, parts: Parts): Readable =>
  Readable.from(pageJson(first, parts));
