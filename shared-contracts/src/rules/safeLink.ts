/** Validation of links in memories. */

/** The link if it is safe to follow; null for others (`javascript:`, a path), which are shown as text. */
export function safeLink(link: string): string | null {
  return /^https?:\/\/\S+$/i.test(link.trim()) ? link.trim() : null;
}
