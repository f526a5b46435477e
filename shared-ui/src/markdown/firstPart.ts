/** The beginning of a long markdown text. */

export interface Parts {
  /** Complete markdown. */
  shown: string;
  /** What follows, as it was written. */
  rest: string;
}

/** At most `limit` characters, cut at the end of a paragraph or line when there is one in the second half; an open code block is closed. */
export function firstPart(text: string, limit: number): Parts {
  if (text.length <= limit) return { shown: text, rest: '' };
  const head = text.slice(0, limit);
  const end = [head.lastIndexOf('\n\n'), head.lastIndexOf('\n')].find((index) => index > limit / 2) ?? limit;
  const part = head.slice(0, end);
  const fences = part.match(/^ {0,3}(```|~~~)/gm) ?? [];
  const isOpen = fences.length % 2 === 1;
  return { shown: isOpen ? `${part}\n${fences.at(-1)?.trim() ?? ''}` : part, rest: text.slice(end) };
}
