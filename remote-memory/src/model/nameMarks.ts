/** Finds the parts of a name that match a search by their letters, so that they can be marked without HTML. */
import { foldText } from '@hindsight/shared-contracts/rules';
import type { Part } from './searchMarks';

/** Splits a name into parts with and without a hit, any case, with accents or without. No sign in the search has a meaning. */
export function markName(name: string, search: string): Part[] {
  const wanted = foldText(search.trim()).lower;
  const { lower, startOffset, endOffset } = foldText(name);
  const parts: Part[] = [];
  let end = 0;
  for (let at = 0; wanted && (at = lower.indexOf(wanted, at)) >= 0; at += wanted.length) {
    // One letter may be two folded ones, as ß, and the first of them a hit already.
    const start = Math.max(end, startOffset(at));
    const stop = endOffset(at + wanted.length);
    if (start > end) parts.push({ text: name.slice(end, start), hit: false });
    if (stop > start) parts.push({ text: name.slice(start, stop), hit: true });
    end = Math.max(end, stop);
  }
  if (end < name.length || parts.length === 0) parts.push({ text: name.slice(end), hit: false });
  return parts;
}
