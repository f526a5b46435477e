/** A text with the matches of a search highlighted. */
import { markMatches, type Wanted } from '../../model/searchMarks';

/** Marks by elements, never by HTML: the text may be anything. */
export function MarkedText({ text, search }: { text: string; search: Wanted }) {
  return markMatches(text, search).map((part, index) =>
    part.hit ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
