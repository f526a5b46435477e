/** Finds the matches of a search in a name, ignoring case and accents, so they can be marked without HTML. */
import { foldText } from '@hindsight/shared-contracts/rules';
import type { Part } from './searchMarks';

/** Splits a name into parts with and without a match, ignoring case and accents. The search is plain text, without special characters. */
export function markName(name: string, search: string): Part[] {
  const wanted = foldText(search.trim()).lower;
  const { lower, startOffset, endOffset } = foldText(name);
  const parts: Part[] = [];
  let end = 0;
  for (let at = 0; wanted && (at = lower.indexOf(wanted, at)) >= 0; at += wanted.length) {
    // One letter may fold to two, such as ß, and its first half may already be part of the previous match.
    const start = Math.max(end, startOffset(at));
    const stop = endOffset(at + wanted.length);
    if (start > end) parts.push({ text: name.slice(end, start), hit: false });
    if (stop > start) parts.push({ text: name.slice(start, stop), hit: true });
    end = Math.max(end, stop);
  }
  if (end < name.length || parts.length === 0) parts.push({ text: name.slice(end), hit: false });
  return parts;
}
