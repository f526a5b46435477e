/**
 * The page's rule for text that a library writes as HTML: it may hold no markup. The Markdown parser reads named characters (`&copy;`)
 * that way; everything with a `<` in it is refused by the browser (Trusted Types), wherever it comes from.
 */

interface PolicyFactory {
  createPolicy(name: 'default', rules: { createHTML(text: string): string }): unknown;
}

/** @throws TypeError for a text with markup. */
export function plainText(text: string): string {
  if (text.includes('<')) throw new TypeError('This page writes no markup from texts.');
  return text;
}

(globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('default', {
  createHTML: plainText,
});
