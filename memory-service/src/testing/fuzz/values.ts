/** Generates values for a JSON schema: valid ones, and ones with a single mutation. */
import type { Random } from '../../demo/random';

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that often break parsers, databases and assumptions. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  [],
  {},
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  'é'.repeat(400),
  'x'.repeat(5000),
  "'; drop table users; --",
  '${7*7}{{7*7}}<script>alert(1)</script>',
  '../../etc/passwd',
  '%',
  '\\',
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 63,
  1e308,
  '9'.repeat(40),
  'not-a-uuid',
  '00000000-0000-0000-0000-000000000000',
  'infinity',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  [[[[[[]]]]]],
  { constructor: { prototype: {} } },
];

/** Creates value generators; `ids` exist, whether or not the caller may see them. */
export function createValues(random: Random, ids: readonly string[]) {
  const randomWord = () => random.pick(['retry', 'migration', 'Cache', 'naïve', 'a_b', '50%', 'lesson', 'x']);

  function text(schema: Schema): string {
    if (schema.format === 'uuid' || schema.pattern?.includes('0-9a-f')) return random.pick(ids);
    if (schema.format === 'date-time')
      return random.pick(['2026-05-01T10:00:00Z', '2031-01-01T00:00:00+02:00']);
    if (schema.format === 'email') return `${randomWord().replace(/\W/g, '')}@x.test`;
    const length = Math.min(schema.maxLength ?? 40, Math.max(schema.minLength ?? 1, random.between(1, 40)));
    const candidates = [
      random.pick(ids),
      `${randomWord()} ${randomWord()}`,
      randomWord(),
      '2026-01-31',
      'accepted',
      'organization',
    ];
    return random
      .pick(candidates)
      .padEnd(schema.minLength ?? 0, 'x')
      .slice(0, Math.max(length, 8));
  }

  function number(schema: Schema): number {
    const low = Math.max(schema.minimum ?? 0, -1000);
    const high = Math.max(low, Math.min(schema.maximum ?? low + 100, low + 1000));
    const value = low + random.next() * (high - low);
    return schema.type === 'integer' ? Math.round(value) : value;
  }

  function validValue(schema: Schema, depth = 0): unknown {
    if ('const' in schema) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return validValue(random.pick(choices), depth);
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((part) => validValue(part, depth))) as unknown;
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
    switch (type) {
      case 'string':
        return text(schema);
      case 'integer':
      case 'number':
        return number({ ...schema, type });
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      case 'array': {
        const few = Math.min(schema.maxItems ?? 4, Math.max(schema.minItems ?? 0, random.between(0, 4)));
        return Array.from({ length: few }, () => validValue(schema.items ?? {}, depth + 1));
      }
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([name]) => schema.required?.includes(name) || random.chance(0.6))
            .map(([name, property]) => [name, validValue(property, depth + 1)]),
        );
      default:
        return depth > 3 ? null : random.pick([randomWord(), 1, null, { a: randomWord() }]);
    }
  }

  /** A copy with one value anywhere in it replaced, added or removed. */
  function mutateValue(value: unknown): unknown {
    if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
      const at = random.between(0, value.length - 1);
      return value.map((item: unknown, n) => (n === at ? mutateValue(item) : item));
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && random.chance(0.85)) {
      const entries = Object.entries(value);
      if (entries.length === 0 || random.chance(0.1)) return { ...value, unheard_of: random.pick(HOSTILE) };
      const at = random.between(0, entries.length - 1);
      const isLeftOut = random.chance(0.2);
      return Object.fromEntries(
        entries.flatMap(([name, item], n): [string, unknown][] =>
          n !== at ? [[name, item]] : isLeftOut ? [] : [[name, mutateValue(item)]],
        ),
      );
    }
    return random.pick(HOSTILE);
  }

  return { fitting: validValue, broken: mutateValue, hostile: () => random.pick(HOSTILE) };
}
