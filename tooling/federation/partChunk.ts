/** Names the chunk of a page or slot, so that the registry can list its files. */

/** Tracker-blocking extensions block files with this word in their name, which would break the page. */
const BLOCKED = /analytics/g;

/**
 * The `webpackChunkName` for the lazy import of a part.
 * @param part route path or slot name: `/memory-blocks` → `page-memory-blocks`, `/analytics` → `page-figures`, `header.notifications` →
 * `slot-header-notifications`.
 */
export function partChunk(part: string): string {
  const kind = part.startsWith('/') ? 'page' : 'slot';
  return `${kind}-${part
    .replace(/^\//, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(BLOCKED, 'figures')}`;
}
