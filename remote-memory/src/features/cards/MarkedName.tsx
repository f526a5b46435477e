/** Name of an agent or keyword with search matches highlighted. */
import { markName } from '../../model/nameMarks';

/** Marks with elements, never with HTML: names are untrusted. */
export function MarkedName({ name, search }: { name: string; search: string }) {
  return markName(name, search).map((part, index) =>
    part.hit ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
