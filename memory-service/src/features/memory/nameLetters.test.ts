/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Agent, BetaAccessUser, Keyword } from '@hindsight/shared-contracts/api';
import { foldText } from '@hindsight/shared-contracts/rules';
import { ensureIndexes } from '../../platform/database/indexes';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';

const SYSTEM = { kind: 'system' } as const;
const EDITOR = 'editor@x.test';

/** A name and the searches that find it. */
const NAMES: readonly [name: string, ...searches: string[]][] = [
  ['Café', 'CAFE', 'cafe', 'café', 'ÁFÉ'],
  ['İzmir', 'izmir', 'IZMIR', 'İZM'],
  ['Straße', 'strasse', 'STRASSE', 'STRAẞE', 'raß'],
  ['Łódź', 'lodz', 'ŁÓDŹ', 'ódź'],
  ['ΛΑΘΟΣ', 'λάθος', 'λαθοσ', 'ΛΆΘΟΣ'],
  ['Ошибка Ёж', 'ОШИБКА', 'еж'],
  ['Ærø', 'aero', 'ÆRØ'],
  ['مُحَمَّد', 'محمد'],
  ['100% sure', '%', '0% S'],
  ['snake_case', '_', 'E_C'],
  ['C:\\temp', '\\', ':\\T'],
];
const CASES = NAMES.flatMap(([name, ...searches]) => searches.map((search) => [search, name] as const));
const SIGNS = ['%', '_', '\\'];

onOneEngine('names in all scripts', (world) => {
  const { call } = recordCalls(world);
  const run = async (statement: ReturnType<typeof sql>) =>
    (await world.database.write(SYSTEM, (handle) => handle.execute(statement))).rows;
  const asked = (search: string) => `query=${encodeURIComponent(search)}`;
  const agents = async (search: string) =>
    body<Agent[]>(await get(world.app, `/agents/search/?${asked(search)}`, EDITOR, ALPHA)).map(
      ({ agent_name: name }) => name,
    );
  const keywords = async (search: string) =>
    body<Keyword[]>(await get(world.app, `/keywords/?${asked(search)}`, EDITOR, ALPHA)).map(
      ({ keyword_text: text }) => text,
    );

  beforeAll(async () => {
    for (const [name] of NAMES) {
      await call('POST /agents/', EDITOR, { agent_name: name });
      await call('POST /keywords/', EDITOR, { keyword_text: name });
    }
  });

  // As during startup of the service, and afterward.
  describe.each([
    ['before', 0],
    ['after', 1],
  ])('%s their indexes are built', (_when, hasIndexes) => {
    beforeAll(async () => {
      if (hasIndexes) await ensureIndexes(world.database, world.engine === 'embedded');
    });

    test.each(CASES)('“%s” finds %s, composed or not', async (search, name) => {
      for (const form of ['NFC', 'NFD']) {
        expect(await agents(search.normalize(form))).toContain(name);
        expect(await keywords(search.normalize(form))).toContain(name);
      }
    });

    test.each(SIGNS)('finds the sign %s only by itself', async (sign) => {
      const expected = NAMES.map(([name]) => name).filter((name) => name.includes(sign));
      expect(await agents(sign)).toEqual(expected);
      expect(await keywords(sign)).toEqual(expected);
    });
  });

  test('finds names stored decomposed, best match first', async () => {
    await run(sql`
      insert into agents (name, visibility_scope, organization_id, tenant_id)
      select normalize(name, NFD), 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from (values ('Ünïcödé helper'), ('Ünïcödé')) as given (name)`);
    expect(await agents('UNICODE')).toEqual(
      ['Ünïcödé', 'Ünïcödé helper'].map((name) => name.normalize('NFD')),
    );
    expect(await agents('ünicoda')).toHaveLength(2);
    expect(await agents('ünicodé helper')).toHaveLength(2);
  });

  test('finds beta program users the same way', async () => {
    await run(sql`update users set display_name = 'Jörg Wałęsa' where email = 'viewer@x.test'`);
    const answer = await get(world.app, `/beta-access/admin/users?search=jorg%20WALESA`, 'root@x.test');
    expect(body<{ users: BetaAccessUser[] }>(answer).users.map(({ email }) => email)).toEqual([
      'viewer@x.test',
    ]);
  });

  test('folds letters in the dashboard like the service does', async () => {
    const codes = Array.from({ length: 0x2000 - 0x20 }, (_letter, index) => index + 0x20);
    // Older and newer database servers disagree on the lower-case form of these two.
    const letters = codes
      .filter((code) => code !== 0x1c89 && code !== 0x1c8a)
      .map((code) => String.fromCodePoint(code).normalize('NFC'));
    const texts = [...letters, ...NAMES.map(([name]) => name), ...CASES.map(([search]) => search)];
    const rows = await run(
      sql`select text, hindsight_folded(text) as folded from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as given (text)`,
    );
    expect(rows.length).toBe(texts.length);
    expect(rows.filter(({ text, folded }) => folded !== foldText(String(text)).lower)).toEqual([]);
  });
});
