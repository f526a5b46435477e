/** Gives an answer of another service the shape of our wire: the endpoint table's own schemas say what that is. */
import { z } from 'zod';

/** Other names of a field, tried in order when the field is absent. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  agent_name: ['name'],
  agent_id: ['id'],
  content_preview: ['content'],
  created_at: ['timestamp'],
  id: ['keyword_id', 'memory_block_id'],
  keyword: ['keyword_text'],
  keyword_id: ['id'],
  keyword_text: ['keyword'],
  memory_block_id: ['id'],
  suggestions: ['items'],
  timestamp: ['created_at'],
  updated_at: ['created_at', 'timestamp'],
};

/** Values that other services let leave their range. */
const RANGES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  feedback_score: [0, 100],
  retrieval_count: [0, Number.MAX_SAFE_INTEGER],
};

type Fields = Record<string, unknown>;

/** The value as an object; an empty one for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

function fieldOf(name: string, given: Fields): unknown {
  return [name, ...(ALIASES[name] ?? [])].map((one) => given[one]).find((value) => value != null);
}

function conformObject({ shape }: z.ZodObject, value: unknown): Fields {
  const given = fieldsOf(value);
  const result: Fields = {};
  for (const [name, schema] of Object.entries(shape)) {
    const field = conform(schema as z.ZodType, fieldOf(name, given));
    const range = RANGES[name];
    if (name === 'feedback_score' && field === 0) {
      // Elsewhere a memory block begins with 0; one that was judged badly is below.
      result[name] = null;
    } else if (range && typeof field === 'number') {
      result[name] = Math.min(range[1], Math.max(range[0], Math.round(field)));
    } else if (field !== undefined) result[name] = field;
  }
  return result;
}

/** Rows without the id that the schema names first can be neither keyed nor opened: they are left out. */
function conformRows({ element }: z.ZodArray, value: unknown): unknown[] {
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  if (!(element instanceof z.ZodObject)) return rows.map((row) => conform(element as z.ZodType, row));
  const id = Object.keys(element.shape).find((name) => /(^|_)id$/.test(name));
  return rows.map((row) => conformObject(element, row)).filter((row) => id === undefined || row[id] !== '');
}

function conformUnion({ options }: z.ZodUnion, value: unknown): unknown {
  if (typeof value !== 'object') return value;
  const names = Object.keys(fieldsOf(value));
  const objects = options.filter((option) => option instanceof z.ZodObject);
  const best = objects.find(({ shape }) => names.some((name) => name in shape)) ?? objects[0];
  return best ? conformObject(best, value) : value;
}

/** What is absent or of another type becomes the schema's plainest value: null, an empty text, 0, false, no rows. */
export function conform(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) {
    return value === undefined ? undefined : conform(schema.unwrap() as z.ZodType, value);
  }
  if (schema instanceof z.ZodNullable) {
    return value == null ? null : conform(schema.unwrap() as z.ZodType, value);
  }
  if (schema instanceof z.ZodObject) return conformObject(schema, value);
  if (schema instanceof z.ZodArray) return conformRows(schema, value);
  if (schema instanceof z.ZodRecord) {
    const entries = Object.entries(fieldsOf(value));
    return Object.fromEntries(
      entries.map(([name, one]) => [name, conform(schema.valueType as z.ZodType, one)]),
    );
  }
  if (schema instanceof z.ZodUnion) return conformUnion(schema, value);
  if (schema instanceof z.ZodString) return typeof value === 'string' ? value : '';
  if (schema instanceof z.ZodNumber) return numberOf(value);
  if (schema instanceof z.ZodBoolean) return value === true;
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodEnum)
    return schema.options.includes(value as string) ? value : schema.options[0];
  return value;
}
