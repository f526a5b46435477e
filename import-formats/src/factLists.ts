/** Reads memory lists of chat assistants: one fact per line, with the date on which it was saved. */

export interface Fact {
  /** As written in the list; absent when unknown. */
  created_at?: string;
  text: string;
}

/** `[2025-03-01] - Prefers short answers.`, with or without the brackets. */
const DATED =
  /^\s*(?:[-*+•]\s+)?(?:\[([^\]\n]{3,40})\]\s*[-–—:]|(\d{4}-\d\d-\d\d)(?:\s*[-–—:]|(?=\s+\p{L})))\s*(\S.*)$/u;
const DATE =
  /^(?:\d{4}-\d\d(?:-\d\d)?(?:[T ][\d:.]+Z?)?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{0,2} ?[A-Z][a-z]{2,8}\.? (?:\d{1,2},? )?\d{4})$/;
const NO_DATE = /^(?:date )?(?:unknown|undated|no date|n\/a|(?:not |un)available)$/i;

function parseFact(line: string): Fact | undefined {
  const [, bracketed, bare, text = ''] = DATED.exec(line) ?? [];
  const date = (bracketed ?? bare ?? '').trim();
  if (DATE.test(date)) return { created_at: date, text: text.trim() };
  return NO_DATE.test(date) ? { text: text.trim() } : undefined;
}

/**
 * Reads a list whose first entry is dated. A line without a date continues the previous fact; headings are skipped.
 * @returns undefined when the text is not such a list.
 */
export function readFactList(text: string): Fact[] | undefined {
  const facts: Fact[] = [];
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^#{1,6}\s/.test(line));
  for (const line of lines) {
    const fact = parseFact(line);
    const last = facts.at(-1);
    if (fact) facts.push(fact);
    else if (last) last.text += `\n${line.trim()}`;
    else return undefined;
  }
  return facts.length > 0 && facts.length * 2 >= lines.length ? facts : undefined;
}
