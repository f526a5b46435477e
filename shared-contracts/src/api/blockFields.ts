/** The schemas of the fields of a memory block, from their definition. */
import { z } from 'zod';
import { BLOCK_FIELD_NAMES, BLOCK_FIELDS } from '../rules/blockFields';
import type { BlockField, BlockFieldName } from '../rules/blockFields';
import { inexactField, inexactMetadata } from '../rules/exactNumbers';
import { MAX_TEXT } from '../rules/limits';
import { EMPTY_MEMORY, isVisible } from '../rules/visibleText';

export const Text = z.string().max(MAX_TEXT);

const text = z.string();
/** An address as people type it: blanks around it do not count, and an empty one is none. */
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

/** The schema of a field as answers have it. */
type Read<Field extends BlockField> = Field extends { kind: 'object' }
  ? typeof object
  : Field extends { isRequired: true }
    ? typeof text
    : z.ZodNullable<typeof text>;
/** The same as clients send it. */
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
  // By every way in, blanks alone are no memory.
  return isRequired ? text.max(max).refine(isVisible, EMPTY_MEMORY) : text.max(max).nullable();
}

const schemas = (schemaFor: (field: BlockField) => z.ZodType) =>
  Object.fromEntries(BLOCK_FIELD_NAMES.map((name) => [name, schemaFor(BLOCK_FIELDS[name])]));

type Fields = typeof BLOCK_FIELDS;

/** The schemas of the fields in answers, and in what clients send. */
export const blockFieldsRead = schemas(read) as { [Name in BlockFieldName]: Read<Fields[Name]> };
export const blockFieldsWritten = schemas(writeSchema) as { [Name in BlockFieldName]: Written<Fields[Name]> };

/** What answers hold of the fields. */
export type BlockFieldValues = { [Name in BlockFieldName]: z.output<Read<Fields[Name]>> };
