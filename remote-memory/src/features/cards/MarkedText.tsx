/** Text with search matches highlighted. */
import { markMatches, type Wanted } from '../../model/searchMarks';

/** Marks with elements, never with HTML: texts are untrusted. */
export function MarkedText({ text, search }: { text: string; search: Wanted }) {
  return markMatches(text, search).map((part, index) =>
    part.hit ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
