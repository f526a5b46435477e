/** Where a link in an untrusted text may lead. */

const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/** The address of a whole http, https or mailto link; null for everything else: other schemes, and addresses inside of the product. */
export function safeHref(href: string | undefined): string | null {
  if (!href) return null;
  try {
    const url = new URL(href);
    return ALLOWED.has(url.protocol) ? url.href : null;
  } catch {
    // No scheme, or no address at all.
    return null;
  }
}
