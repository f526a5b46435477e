/** Reads JSON and lines of JSON. No digit of a number is lost. */
import { isInteger, isSafeNumber, LosslessNumber, parse } from 'lossless-json';
import type { Source } from './source';

/** Only such a number can lose digits; everything else is read by the engine, in a tenth of the time. */
const LONG_NUMBER = /[:,[\s]-?(?:\d{16}|[\d.]+e\+?\d{3})/i;

const isExact = (text: string): boolean =>
  Number.isFinite(Number(text)) && (!isInteger(text) || isSafeNumber(text));

/** Whole numbers that JavaScript would round become texts with all their digits. */
function parseExactly(text: string, { notes }: Pick<Source, 'notes'>): unknown {
  const names = new Set<string>();
  const value = parse(
    text,
    (name, one) => {
      if (!(one instanceof LosslessNumber)) return one;
      names.add(name);
      return one.value;
    },
    {
      parseNumber: (digits) => (isExact(digits) ? Number(digits) : new LosslessNumber(digits)),
      onDuplicateKey: ({ newValue }) => newValue,
    },
  );
  if (names.size > 0) notes.add(`Numbers too large to be exact are kept as text: ${[...names].join(', ')}.`);
  return value;
}

/** @returns undefined for a text that is not JSON. */
export function parseJson(text: string, source: Pick<Source, 'notes'>): unknown {
  try {
    return LONG_NUMBER.test(text) ? parseExactly(text, source) : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** What was read of lines, and which of them are damaged. */
export interface JsonLines {
  values: unknown[];
  problems: { number: number; reason: string }[];
}

/**
 * Reads a text with one JSON object a line. A damaged line is named, and holds up no other.
 * @returns undefined when it is not such a text.
 */
export async function parseJsonLines(text: string, source: Source): Promise<JsonLines | undefined> {
  const values: unknown[] = [];
  const problems: JsonLines['problems'] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    await source.pause();
    const value = parseJson(line, source);
    if (typeof value === 'object' && value !== null) values.push(value);
    else problems.push({ number: index + 1, reason: `Line ${index + 1} is not valid JSON.` });
  }
  return problems.length > values.length || values.length + problems.length < 2
    ? undefined
    : { values, problems };
}
