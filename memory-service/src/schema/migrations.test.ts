/** @jest-environment node */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, isPgEnum, PgTable } from 'drizzle-orm/pg-core';
import { onOneEngine } from '../testing/engines';

onOneEngine('migrations', (world) => {
  const schema: unknown[] = [];
  beforeAll(async () => {
    for (const file of readdirSync(__dirname).filter((name) => !name.endsWith('.test.ts')))
      schema.push(...Object.values((await import(path.join(__dirname, file))) as object));
  });
  const read = (statement: ReturnType<typeof sql>) =>
    world.database.read({ kind: 'system' }, async (handle) =>
      (await handle.execute<{ name: string }>(statement)).rows.map(({ name }) => name),
    );

  test('add every column of the schema, including to views with explicit columns', async () => {
    const stored = await read(
      sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const expected = schema
      .filter((one) => is(one, PgTable))
      .flatMap((table) => {
        const { name, columns } = getTableConfig(table);
        const hasView = stored.some((column) => column.startsWith(`readable_${name}.`));
        // A view need not expose the tenant it filters by.
        return columns.flatMap((column) => [
          `${name}.${column.name}`,
          ...(hasView && column.name !== 'tenant_id' ? [`readable_${name}.${column.name}`] : []),
        ]);
      });
    expect(expected.filter((column) => !stored.includes(column))).toEqual([]);
  });

  test('add every enum value of the schema', async () => {
    const stored = await read(
      sql`select typname || '.' || enumlabel as name from pg_enum join pg_type on pg_type.oid = enumtypid`,
    );
    const expected = schema
      .filter(isPgEnum)
      .flatMap(({ enumName, enumValues }) => enumValues.map((value) => `${enumName}.${value}`));
    expect(expected.filter((value) => !stored.includes(value))).toEqual([]);
  });
});
