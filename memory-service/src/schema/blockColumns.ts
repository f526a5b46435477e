/** Columns of the author-written fields of a memory block, derived from the field definitions in the contracts. */
import type { BlockFieldValues } from '@hindsight/shared-contracts/api';
import { BLOCK_FIELD_NAMES, BLOCK_FIELDS } from '@hindsight/shared-contracts/rules';
import type { BlockField, BlockFieldName } from '@hindsight/shared-contracts/rules';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { memoryBlocks } from './memory';

type ColumnOf<Name extends BlockFieldName> = Name extends BlockFieldName
  ? (typeof BLOCK_FIELDS)[Name] extends { column: infer Column extends string }
    ? Column
    : Name
  : never;
type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;
type PropertyOf<Name extends BlockFieldName> = CamelCase<ColumnOf<Name>>;

/** Field values as returned by raw SQL, by column name. */
export type StoredFields = { [Name in BlockFieldName as ColumnOf<Name>]: BlockFieldValues[Name] };

/** Field values as returned by the query builder. */
export type FieldValues = Pick<
  typeof memoryBlocks.$inferSelect,
  PropertyOf<BlockFieldName> & keyof typeof memoryBlocks.$inferSelect
>;
// Compile-time check that every field has a column.
memoryBlocks satisfies Record<PropertyOf<BlockFieldName>, AnyPgColumn>;

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** API name, column and table property of each field. */
export const FIELD_COLUMNS = BLOCK_FIELD_NAMES.map((field) => {
  const definition: BlockField = BLOCK_FIELDS[field];
  const column = definition.column ?? field;
  return {
    field,
    column,
    property: camelCase(column) as keyof FieldValues,
    isLong: definition.isLong === true,
  };
});

const WIRE_NAMES: ReadonlyMap<string, string> = new Map(
  FIELD_COLUMNS.flatMap(({ field, column, property }) => [
    [column, field],
    [property, field],
  ]),
);

/** API name of a column or property; returns other names unchanged. */
export const wireName = (name: string): string => WIRE_NAMES.get(name) ?? name;

/** The fields of a row, by property. */
export function fieldValues(block: FieldValues): FieldValues {
  return Object.fromEntries(FIELD_COLUMNS.map(({ property }) => [property, block[property]])) as FieldValues;
}

/** Maps the given API fields to properties, omitting absent ones. */
export function presentFields(given: Partial<BlockFieldValues>): Partial<FieldValues> {
  return Object.fromEntries(
    FIELD_COLUMNS.flatMap(({ field, property }) =>
      given[field] === undefined ? [] : [[property, given[field]]],
    ),
  ) as Partial<FieldValues>;
}

/** Maps stored fields to properties. Fields missing from an old snapshot become null. */
export function restoredFields(stored: StoredFields): FieldValues {
  return Object.fromEntries(
    FIELD_COLUMNS.map(({ column, property }) => [property, stored[column as keyof StoredFields] ?? null]),
  ) as FieldValues;
}

/** Maps stored fields to the API. Metadata that is not an object, such as from a manual import, becomes null. */
export function fieldsOnWire(stored: StoredFields): BlockFieldValues {
  const values: Record<string, unknown> = {};
  for (const { field, column } of FIELD_COLUMNS) values[field] = stored[column as keyof StoredFields] ?? null;
  if (Array.isArray(values['metadata_col']) || typeof values['metadata_col'] !== 'object')
    values['metadata_col'] = null;
  return values as BlockFieldValues;
}
