/** Search metadata, sent beside the hits. */
import type { SearchMetadata } from '../search';

/** Metadata of a search response; null if absent, as from other services. */
export function readSearchMetadata(headers: Headers): SearchMetadata | null {
  try {
    const read: unknown = JSON.parse(headers.get('X-Search-Metadata') ?? 'null');
    const isComplete = typeof read === 'object' && read !== null && 'result_count' in read;
    return isComplete ? (read as SearchMetadata) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
