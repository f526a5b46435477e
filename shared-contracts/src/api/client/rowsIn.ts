/** Where an answer keeps its rows. */
import { fields } from './fields';

/** A bare array, or the rows of a page that holds one under `name`; null for anything else. */
export function rowsIn(answer: unknown, name: string): unknown[] | null {
  const list = Array.isArray(answer) ? (answer as unknown[]) : fields(answer)[name];
  return Array.isArray(list) ? (list as unknown[]) : null;
}
