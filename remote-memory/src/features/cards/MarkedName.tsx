/** The name of an agent or the text of a keyword with the matches of a search highlighted. */
import { markName } from '../../model/nameMarks';

/** Marks by elements, never by HTML: the name may be anything. */
export function MarkedName({ name, search }: { name: string; search: string }) {
  return markName(name, search).map((part, index) =>
    part.hit ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
