/**
 * The fields of a memory block that its author writes: the one definition. Forms, validation, columns, snapshots, restores, exports, imports
 * and the scan for secrets follow from it. What the service keeps beside them (ids, figures, states, moments) is in `MemoryBlock`.
 */
import { z } from 'zod';
import { MAX_TEXT } from '../rules/limits';

export const Text = z.string().max(MAX_TEXT);

const Link = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() || null : value),
  z
    .string()
    .max(2000)
    .regex(/^https?:\/\/\S+$/i, 'Enter an address that starts with http:// or https://.')
    .nullable(),
);

export interface BlockField {
  /** What is accepted from clients. */
  write: z.ZodType;
  /** What answers hold. */
  read: z.ZodType;
  /** The name that people see. */
  label: string;
  /** The column where it is not called like the field. */
  column?: string;
  /** Is it large enough to count for the size of an answer? */
  isLong?: true;
}

const text = z.string().nullable();

export const BLOCK_FIELDS = {
  content: { write: Text, read: z.string(), label: 'Content', isLong: true },
  errors: { write: Text.nullable(), read: text, label: 'Errors', isLong: true },
  lessons_learned: { write: Text.nullable(), read: text, label: 'Lessons learned', isLong: true },
  summary: { write: Text.nullable(), read: text, label: 'Summary', isLong: true },
  external_history_link: { write: Link, read: text, label: 'External history link' },
  priority: { write: z.string().max(50).nullable(), read: text, label: 'Priority' },
  category: { write: z.string().max(100).nullable(), read: text, label: 'Category' },
  metadata_col: {
    write: z.record(z.string().max(1000), z.unknown()).nullable(),
    read: z.record(z.string(), z.unknown()).nullable(),
    label: 'Metadata',
    column: 'metadata',
    isLong: true,
  },
} as const satisfies Record<string, BlockField>;

type Fields = typeof BLOCK_FIELDS;
export type BlockFieldName = keyof Fields;

/** In the order in which answers and exports have them. */
export const BLOCK_FIELD_NAMES = Object.keys(BLOCK_FIELDS) as BlockFieldName[];

/** What answers hold of the fields. */
export type BlockFieldValues = { [Name in BlockFieldName]: z.output<Fields[Name]['read']> };

const schemas = <Part extends 'read' | 'write'>(part: Part) =>
  Object.fromEntries(BLOCK_FIELD_NAMES.map((name) => [name, BLOCK_FIELDS[name][part]])) as {
    [Name in BlockFieldName]: Fields[Name][Part];
  };

/** The schemas of the fields in answers, and in what clients send. */
export const blockFieldsRead = schemas('read');
export const blockFieldsWritten = schemas('write');
