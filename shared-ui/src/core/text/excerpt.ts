/** Excerpts of long texts. */

/** The first `limit` characters on one line, with `…` if anything was cut. Never splits a character. */
export function excerpt(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= limit ? line : `${characters.slice(0, limit).join('').trimEnd()}…`;
}
