/** Short forms of long texts. */

/** The first `limit` characters on one line, with `…` when something was left out. Never cuts a character in two. */
export function excerpt(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= limit ? line : `${characters.slice(0, limit).join('').trimEnd()}…`;
}
