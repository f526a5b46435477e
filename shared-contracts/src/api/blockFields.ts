/** Zod schemas of a memory's fields, derived from `BLOCK_FIELDS`. */
import { z } from 'zod';
import { BLOCK_FIELD_NAMES, BLOCK_FIELDS } from '../rules/blockFields';
import type { BlockField, BlockFieldName } from '../rules/blockFields';
import { inexactField, inexactMetadata } from '../rules/exactNumbers';
import { MAX_TEXT } from '../rules/limits';
import { EMPTY_MEMORY, isVisible } from '../rules/visibleText';

export const Text = z.string().max(MAX_TEXT);

const text = z.string();
/** A URL as people type it: trimmed; an empty one counts as null. */
const link = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.trim() || null : value),
    text
      .max(max)
      .regex(/^https?:\/\/\S+$/i, 'Enter an address that starts with http:// or https://.')
      .nullable(),
  );
const object = z.record(z.string(), z.unknown()).nullable();
const metadata = z.record(z.string().max(1000), z.unknown()).superRefine((given, context) => {
  const name = inexactField(given);
  if (name !== undefined) context.addIssue({ code: 'custom', message: inexactMetadata(`“${name}”`) });
});

/** Response schema of a field. */
type Read<Field extends BlockField> = Field extends { kind: 'object' }
  ? typeof object
  : Field extends { isRequired: true }
    ? typeof text
    : z.ZodNullable<typeof text>;
/** Request schema of a field. */
type Written<Field extends BlockField> = Field extends { kind: 'link' }
  ? ReturnType<typeof link>
  : Read<Field>;

function read({ kind, isRequired }: BlockField): z.ZodType {
  if (kind === 'object') return object;
  return isRequired ? text : text.nullable();
}

function writeSchema({ kind, max = MAX_TEXT, isRequired }: BlockField): z.ZodType {
  if (kind === 'object') return metadata.nullable();
  if (kind === 'link') return link(max);
  // Every write path rejects a memory of whitespace only.
  return isRequired ? text.max(max).refine(isVisible, EMPTY_MEMORY) : text.max(max).nullable();
}

const schemas = (schemaFor: (field: BlockField) => z.ZodType) =>
  Object.fromEntries(BLOCK_FIELD_NAMES.map((name) => [name, schemaFor(BLOCK_FIELDS[name])]));

type Fields = typeof BLOCK_FIELDS;

/** Field schemas of responses (`Read`) and of requests (`Written`). */
export const blockFieldsRead = schemas(read) as { [Name in BlockFieldName]: Read<Fields[Name]> };
export const blockFieldsWritten = schemas(writeSchema) as { [Name in BlockFieldName]: Written<Fields[Name]> };

/** Field values of a response. */
export type BlockFieldValues = { [Name in BlockFieldName]: z.output<Read<Fields[Name]>> };
