/** @jest-environment node */
import pg from 'pg';
import { onOneEngine } from '../../testing/engines';
import { permissionRequests } from '../../testing/permissionRequests';
import { ids, send } from '../../testing/testApp';
import { declareLeakproof } from './citus';

const SYSTEM = { kind: 'system' } as const;

/** What belongs to no workspace, or to several: those of a deleted agent may be anywhere. */
const ACROSS = /^(?:\w+ \/(?:beta-access|bulk-operations\/admin)|DELETE \/agents\/)/;

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join()}}`);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value as string));
}

type Sent = string | { text: string; values?: unknown[] };

onOneEngine('a workspace on workers', (world) => {
  // Only a Citus has workers: TEST_CITUS_URL names one.
  const onCitus = () => world.engine === 'Citus';

  test('is answered by one of them: no statement of its calls asks two', async () => {
    if (!onCitus()) return;
    const statements = new Map<string, { key: string; values: unknown[] }>();
    for (const [key, make] of Object.entries(permissionRequests(world.database))) {
      if (ACROSS.test(key)) continue;
      const { params = {}, query = '', body } = await make('owner@x.test');
      const spied = jest.spyOn(pg.Client.prototype, 'query');
      await send(
        world.app,
        `${key.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? name)}?${query}`,
        'owner@x.test',
        {
          headers: { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg },
          ...(body !== undefined && { body }),
        },
      );
      for (const [sent, values] of spied.mock.calls as unknown as [Sent, unknown[]?][]) {
        const text = typeof sent === 'string' ? sent : sent.text;
        const given = Array.isArray(values) ? values : typeof sent === 'string' ? [] : (sent.values ?? []);
        if (/^\s*(?:with|select|insert|update|delete)\b/i.test(text) && !statements.has(text))
          statements.set(text, { key, values: given });
      }
      spied.mockRestore();
    }
    const several: string[] = [];
    for (const [text, { key, values }] of statements)
      await world.database
        .write(SYSTEM, async (handle) => {
          // What an insertion selects is not explained with parameters.
          const { rows } = await handle.$client.query<{ 'QUERY PLAN': string }>(
            `explain (costs off) ${text.replace(/\$(\d+)/g, (_all, n) => toLiteral(values[Number(n) - 1]))}`,
          );
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          if ([...plan.matchAll(/Task Count: (\d+)/g)].some(([, count]) => Number(count) > 1))
            several.push(`${key}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
        })
        .catch((error: Error) =>
          several.push(`${key}: ${error.message} ${text.replace(/\s+/g, ' ').slice(0, 200)}`),
        );
    expect(statements.size).toBeGreaterThan(100);
    expect(several).toEqual([]);
  }, 300_000);

  test('is searched by index there, as an administrator may declare', async () => {
    if (!onCitus()) return;
    const [address] = await world.database.ask<{ port: string; name: string }>({
      name: '',
      text: "select current_setting('port') as port, current_database() as name",
      values: [],
    });
    const client = new pg.Client({
      connectionString: `postgres://postgres@127.0.0.1:${address?.port}/${address?.name}`,
    });
    await client.connect();
    try {
      expect(await declareLeakproof(client)).toBeUndefined();
    } finally {
      await client.end();
    }
  });
});
