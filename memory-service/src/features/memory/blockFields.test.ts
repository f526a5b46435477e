/** @jest-environment node */
import type { BlockFieldValues, MemoryBlock, SecretFinding } from '@hindsight/shared-contracts/api';
import { BLOCK_FIELD_NAMES, BLOCK_FIELDS } from '@hindsight/shared-contracts/rules';
import type { BlockFieldName } from '@hindsight/shared-contracts/rules';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { randomCharacters } from '../../testing/secretSamples';
import { body, get } from '../../testing/testApp';

/** A value for each field, by its kind. */
const values = (text: string) =>
  Object.fromEntries(
    BLOCK_FIELD_NAMES.map((field) => {
      const { kind } = BLOCK_FIELDS[field];
      const value = { text: `${field} ${text}`, link: `https://example.org/${text}`, object: { note: text } }[
        kind
      ];
      return [field, value];
    }),
  ) as unknown as BlockFieldValues;
/** Fields too short for a token of this length. */
const SHORT: readonly BlockFieldName[] = ['priority'];

onOneEngine('fields of a memory block', (world) => {
  const { call, stored } = recordCalls(world);
  const editor = 'editor@x.test';
  const read = async <T>(url: string) => body<T>(await get(world.app, url, editor, ALPHA));

  test('stores, changes, versions and restores every field', async () => {
    const { id } = await stored(values('before'));
    expect(await read<MemoryBlock>(`/memory-blocks/${id}`)).toMatchObject(values('before'));
    await call(`PUT /memory-blocks/${id}`, editor, values('after'));
    expect(await read<MemoryBlock>(`/memory-blocks/${id}`)).toMatchObject(values('after'));
    expect((await read<object[]>(`/memory-blocks/${id}/versions`))[0]).toMatchObject(values('before'));
    await call(`POST /memory-blocks/${id}/versions/1/restore`, editor);
    expect(await read<MemoryBlock>(`/memory-blocks/${id}`)).toMatchObject(values('before'));
  });

  test('imports every field', async () => {
    const rows = [{ ...values('imported'), agent_name: 'Importer' }];
    const response = await call('POST /memory-blocks/bulk-import', editor, { rows, create_missing: true });
    const [result] = body<{ results: { memory_block_id: string }[] }>(response).results;
    expect(await read<MemoryBlock>(`/memory-blocks/${result?.memory_block_id}`)).toMatchObject(
      values('imported'),
    );
  });

  test.each(BLOCK_FIELD_NAMES)('finds a secret in %s', async (field) => {
    const isShort = SHORT.includes(field);
    const secret = `${isShort ? 'glpat-' : 'ghp_'}${randomCharacters(field, isShort ? 20 : 36)}`;
    const { id } = await stored({ [field]: values(secret)[field] });
    const { items } = await read<{ items: SecretFinding[] }>('/secret-findings/?limit=200');
    expect(items.filter((one) => one.memory_block_id === id).map((one) => one.field)).toContain(field);
  });
});
