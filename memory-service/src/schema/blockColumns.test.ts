/** @jest-environment node */
import type { BlockFieldValues } from '@hindsight/shared-contracts/api';
import { BLOCK_FIELD_NAMES } from '@hindsight/shared-contracts/rules';
import type { BlockFieldName } from '@hindsight/shared-contracts/rules';
import { fieldsOnWire, fieldValues, presentFields, restoredFields, wireName } from './blockColumns';
import type { StoredFields } from './blockColumns';

const given = {
  ...Object.fromEntries(BLOCK_FIELD_NAMES.map((field) => [field, `A ${field}`])),
  metadata_col: { ticket: 7 },
} as unknown as BlockFieldValues;

const { metadata_col: metadata, ...sameNames } = given;
const stored: StoredFields = { ...sameNames, metadata };

it('maps every field of the contract to a column and back', () => {
  expect(fieldsOnWire(stored)).toEqual(given);
  expect(restoredFields(stored)).toEqual(presentFields(given));
  expect(fieldValues(restoredFields(stored))).toEqual(restoredFields(stored));
});

it('omits absent fields', () => {
  expect(presentFields({ external_history_link: null })).toEqual({ externalHistoryLink: null });
});

it('restores a snapshot from before a field existed without that field', () => {
  const { category: _, ...older } = stored;
  expect(restoredFields(older as StoredFields).category).toBeNull();
});

it('returns no metadata if the stored value is not an object', () => {
  expect(fieldsOnWire({ ...stored, metadata: ['a'] as never }).metadata_col).toBeNull();
  expect(fieldsOnWire({ ...stored, metadata: 'text' as never }).metadata_col).toBeNull();
});

it.each<[string, BlockFieldName | string]>([
  ['lessonsLearned', 'lessons_learned'],
  ['lessons_learned', 'lessons_learned'],
  ['metadata', 'metadata_col'],
  ['feedback_details', 'feedback_details'],
])('maps %s to the API name %s', (name, expected) => {
  expect(wireName(name)).toBe(expected);
});
