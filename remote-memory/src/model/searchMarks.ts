/** Finds the parts of a text that match what a person searched for, so that they can be marked without HTML. */

export interface Part {
  text: string;
  hit: boolean;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Splits a text into parts with and without a hit, any case. The search is plain text: no sign in it has a meaning. */
export function markMatches(text: string, search: string): Part[] {
  const wanted = search.trim();
  if (wanted === '' || text === '') return [{ text, hit: false }];
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(escaped(wanted), 'giu'))) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hit: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], hit: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false });
  return parts;
}
