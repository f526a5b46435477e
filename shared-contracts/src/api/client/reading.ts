/** Reads single values out of an answer whose shape is not certain: another service may leave fields out or send other types. */
import { UnexpectedAnswerError } from './errors';
import { fields } from './fields';
import { rowsIn } from './rowsIn';

export * from './fields';

/** The first of the values that is a text with something in it; empty when none is. */
export function firstText(...values: unknown[]): string {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? '';
}

/** A finite number, also when it came as text; the fallback otherwise. */
export function numberOr<T>(value: unknown, fallback: T): number | T {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  return fallback;
}

/** A list as the wire hands it out. `total` is null where the answer does not say how many rows there are in all. */
export interface Rows<T> {
  items: T[];
  total: number | null;
}

/**
 * Reads a page (`items`, `total_items`) or, as some services answer, a bare array. Rows that cannot be read are left out.
 * @throws UnexpectedAnswerError for what is neither, and for rows of which not one can be read: that is no empty list.
 */
export function readRows<T>(answer: unknown, readItem: (item: unknown) => T | null): Rows<T> {
  const given = rowsIn(answer, 'items');
  if (!given) throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
  const items = given.map(readItem).filter((item) => item !== null);
  if (given.length > 0 && items.length === 0) throw new UnexpectedAnswerError(200, JSON.stringify(answer));
  return { items, total: numberOr(fields(answer)['total_items'], null) };
}
