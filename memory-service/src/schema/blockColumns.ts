/** The columns of the fields that the author of a memory block writes, from their definition in the contracts. */
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

/** The values as a statement answers them: by the names of the columns. */
export type StoredFields = { [Name in BlockFieldName as ColumnOf<Name>]: BlockFieldValues[Name] };

/** The values as the table of the query builder has them. */
export type FieldValues = Pick<
  typeof memoryBlocks.$inferSelect,
  PropertyOf<BlockFieldName> & keyof typeof memoryBlocks.$inferSelect
>;
// Does not compile where a field has no column.
memoryBlocks satisfies Record<PropertyOf<BlockFieldName>, AnyPgColumn>;

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Each field by its name on the wire, its column and its property in the table. */
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

/** The name on the wire of a column or property; other names stay. */
export const wireName = (name: string): string => WIRE_NAMES.get(name) ?? name;

/** The fields of a row, by their properties. */
export function fieldValues(block: FieldValues): FieldValues {
  return Object.fromEntries(FIELD_COLUMNS.map(({ property }) => [property, block[property]])) as FieldValues;
}

/** What is given of the fields on the wire, by their properties; what is absent stays so. */
export function givenFields(given: Partial<BlockFieldValues>): Partial<FieldValues> {
  return Object.fromEntries(
    FIELD_COLUMNS.flatMap(({ field, property }) =>
      given[field] === undefined ? [] : [[property, given[field]]],
    ),
  ) as Partial<FieldValues>;
}

/** Stored fields, by their properties. A snapshot from before a field existed has nothing for it. */
export function restoredFields(stored: StoredFields): FieldValues {
  return Object.fromEntries(
    FIELD_COLUMNS.map(({ column, property }) => [property, stored[column as keyof StoredFields] ?? null]),
  ) as FieldValues;
}

/** Stored fields as the wire has them. Metadata that is no object, as an import by hand may leave, is none. */
export function fieldsOnWire(stored: StoredFields): BlockFieldValues {
  const values: Record<string, unknown> = {};
  for (const { field, column } of FIELD_COLUMNS) values[field] = stored[column as keyof StoredFields] ?? null;
  if (Array.isArray(values['metadata_col']) || typeof values['metadata_col'] !== 'object')
    values['metadata_col'] = null;
  return values as BlockFieldValues;
}
