/** Finds the matches of a search in a text, so they can be marked without HTML. */

export interface Part {
  text: string;
  hit: boolean;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Search terms: an exact text, or a list of words of which any matches. */
export type Wanted = string | readonly string[];

/** Pattern of all terms, longest first, so `queues` is not marked as `queue`; null without terms. */
function toPattern(wanted: Wanted, flags: string): RegExp | null {
  const terms = (typeof wanted === 'string' ? [wanted] : wanted)
    .map((term) => term.trim())
    .filter((term) => term !== '')
    .sort((a, b) => b.length - a.length);
  return terms.length === 0 ? null : new RegExp(terms.map(escaped).join('|'), flags);
}

/** Splits a text into parts with and without a match, ignoring case. The search is plain text, without special characters. */
export function markMatches(text: string, wanted: Wanted): Part[] {
  const pattern = toPattern(wanted, 'giu');
  if (pattern === null || text === '') return [{ text, hit: false }];
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hit: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], hit: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false });
  return parts;
}

const AROUND = 60;

/**
 * Explains a hit whose visible texts do not match: the words around the first match in its other texts.
 * Empty without a search, if a match is already visible, or if the match is not in a text of the row.
 */
export function hiddenMatch(
  row: { lesson: string; content: string; errors: string },
  wanted: Wanted,
  shown: readonly string[],
): string {
  const pattern = toPattern(wanted, 'iu');
  if (pattern === null) return '';
  if (shown.some((text) => pattern.test(text))) return '';
  for (const text of [row.lesson, row.content, row.errors]) {
    const match = pattern.exec(text);
    if (!match) continue;
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - AROUND), match.index).replace(/^\S*\s/, '');
    const after = text.slice(end, end + AROUND).replace(/\s\S*$/, '');
    return `…${before}${match[0]}${after}…`.replace(/\s+/g, ' ');
  }
  return '';
}
