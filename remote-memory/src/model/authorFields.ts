/** Fields written by a memory's author, under the names used on screen; each field of the contracts has one. */
import {
  BLOCK_FIELD_NAMES,
  BLOCK_FIELDS,
  type BlockField,
  type BlockFieldName,
} from '@hindsight/shared-contracts/rules';

const SCREEN_NAMES = {
  content: 'content',
  errors: 'errors',
  lessons_learned: 'lesson',
  summary: 'summary',
  external_history_link: 'externalLink',
  priority: 'priority',
  category: 'category',
  metadata_col: 'metadata',
} as const satisfies Record<BlockFieldName, string>;

type ScreenNames = typeof SCREEN_NAMES;
type Fields = typeof BLOCK_FIELDS;
type Value<Name extends BlockFieldName> = Fields[Name]['kind'] extends 'object'
  ? Record<string, unknown> | null
  : string;
type Edited = {
  [Name in BlockFieldName]: Fields[Name] extends { isEdited: true } ? Name : never;
}[BlockFieldName];

export type AuthorField = ScreenNames[BlockFieldName];
/** Fields that people edit in the form. */
export type EditedField = ScreenNames[Edited];
/** Missing texts are empty strings. */
export type AuthorFields = { [Name in BlockFieldName as ScreenNames[Name]]: Value<Name> };
/** All fields as text; metadata as indented JSON. */
export type FieldTexts = Record<AuthorField, string>;

interface ScreenField extends BlockField {
  /** Name on the wire. */
  name: BlockFieldName;
  field: AuthorField;
}

export const AUTHOR_FIELDS: readonly ScreenField[] = BLOCK_FIELD_NAMES.map((name) => ({
  ...BLOCK_FIELDS[name],
  name,
  field: SCREEN_NAMES[name],
}));

export const EDITED_FIELDS = AUTHOR_FIELDS.filter(({ isEdited }) => isEdited) as readonly (ScreenField & {
  field: EditedField;
})[];

/** Builds an object with a value per field, keyed by screen name. */
const eachField = <Result extends Record<AuthorField, unknown>>(
  readValue: (field: ScreenField) => unknown,
): Result => Object.fromEntries(AUTHOR_FIELDS.map((field) => [field.field, readValue(field)])) as Result;

/** @param block in wire format. */
export const readFields = (block: Record<BlockFieldName, unknown>): AuthorFields =>
  eachField(({ name, kind }) => block[name] ?? (kind === 'object' ? null : ''));

/** Converts the fields to wire format. */
export const wireFields = (fields: AuthorFields): Record<BlockFieldName, unknown> =>
  Object.fromEntries(AUTHOR_FIELDS.map(({ name, field }) => [name, fields[field] || null])) as Record<
    BlockFieldName,
    unknown
  >;

/** Metadata for the editor: indented JSON, empty if there is none. */
export const metadataText = (metadata: AuthorFields['metadata']): string =>
  metadata === null ? '' : JSON.stringify(metadata, null, 2);

export const fieldTexts = (fields: AuthorFields): FieldTexts =>
  eachField(({ field }) => (field === 'metadata' ? metadataText(fields.metadata) : fields[field]));

export const FIELD_LABELS: FieldTexts = eachField(({ label }) => label);
