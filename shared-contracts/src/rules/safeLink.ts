/** Addresses that come with a memory. */

/** The link when a browser may follow it; other addresses (`javascript:`, a path) are shown as text. */
export function safeLink(link: string): string | null {
  return /^https?:\/\/\S+$/i.test(link.trim()) ? link.trim() : null;
}
