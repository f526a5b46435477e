/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { onOneEngine } from '../../testing/engines';
import { runHistory } from '../../testing/histories';

const SYSTEM = { kind: 'system' } as const;
const LOGGED = {
  memory_blocks: ['memories', 'retrievals'],
  agents: ['agents'],
  keywords: ['keywords'],
  proposals: ['suggestions'],
  secret_findings: ['suggestions'],
};

onOneEngine('the change log', (world) => {
  const read = async <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
    (await world.database.read(SYSTEM, (handle) => handle.execute<Row>(statement))).rows;
  /** Hash of each row of the tables, by id. */
  const readRows = async () => {
    const parts = Object.keys(LOGGED).map(
      (table) =>
        sql`select ${table} as table, id, md5(found::text) as hash from ${sql.identifier(table)} as found`,
    );
    const rows = await read<{ table: string; id: string; hash: string }>(sql.join(parts, sql` union all `));
    return new Map(rows.map(({ table, id, hash }) => [`${table} ${id}`, hash]));
  };

  test('contains every row that a random history adds, changes or removes', async () => {
    let [before, last] = [await readRows(), 0];
    const unnamed: string[] = [];
    await runHistory(world, 7, 150, async (operation) => {
      const after = await readRows();
      const events = await read<{ number: number; kind: string; ids: string[] }>(
        sql`select id::int as number, kind, ids from events where id > ${last} order by id`,
      );
      last = events.at(-1)?.number ?? last;
      const named = new Set(events.flatMap(({ kind, ids }) => ids.map((id) => `${kind} ${id}`)));
      for (const key of new Set([...before.keys(), ...after.keys()])) {
        if (before.get(key) === after.get(key)) continue;
        const [table, id] = key.split(' ') as [keyof typeof LOGGED, string];
        if (!LOGGED[table].some((kind) => named.has(`${kind} ${id}`))) unnamed.push(`${operation}: ${key}`);
      }
      before = after;
    });
    expect(unnamed).toEqual([]);
  }, 300_000);
});
