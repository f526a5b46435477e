/** Removes personal data from a text, because reports do not need it. */

const RULES: readonly [pattern: RegExp, instead: string][] = [
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '<email>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>'],
  [/\b(Bearer\s+)?[A-Za-z0-9_-]{32,}(\.[A-Za-z0-9_-]+)*/g, '<secret>'],
  // Query and hash of a URL: search terms, invitation tokens, the position in a page.
  [/(https?:\/\/[^\s?#)]{1,2000})[?#][^\s:)]*/g, '$1'],
];

/** @param longest maximum number of characters. */
export function scrub(text: string, longest: number): string {
  const clean = RULES.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean;
}
