/** Reads single values out of an answer whose shape is not certain: another service may leave fields out or send other types. */
import { UnexpectedAnswerError } from './errors';

export type Fields = Record<string, unknown>;

/** The value as an object; an empty one when it is none. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

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

/**
 * The rows of an answer: a bare array, or a page that holds one.
 * @param name where a page keeps its rows.
 * @throws UnexpectedAnswerError for anything else: an answer that cannot be read is a failure, not an empty list.
 */
export function listIn(answer: unknown, name = 'items'): unknown[] {
  const list = Array.isArray(answer) ? (answer as unknown[]) : fields(answer)[name];
  if (Array.isArray(list)) return list as unknown[];
  throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
}

/** A list as the wire hands it out. `total` is null where the answer does not say how many rows there are in all. */
export interface Rows<T> {
  items: T[];
  total: number | null;
}

/**
 * Reads a page (`items`, `total_items`) or, as some services answer, a bare array. Rows that cannot be read are left out.
 * @throws UnexpectedAnswerError for what is neither.
 */
export function readRows<T>(answer: unknown, readItem: (item: unknown) => T | null): Rows<T> {
  return {
    items: listIn(answer)
      .map(readItem)
      .filter((item) => item !== null),
    total: numberOr(fields(answer)['total_items'], null),
  };
}
