/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Keyword, KeywordChanges, MemoryBlock } from '@hindsight/shared-contracts/api';
import { onEveryEngine } from '../../testing/engines';
import { recordCalls } from '../../testing/recordCalls';
import { body, ids } from '../../testing/testApp';
import type { Handle } from '../../platform/database/database';
import { applyChange, lockKeywords, planChanges } from '../keywords/queries/keywordChanges';

const SYSTEM = { kind: 'system' } as const;
const EDITOR = 'editor@x.test';
const ALPHA_PLACE = {
  visibilityScope: 'organization',
  ownerUserId: null,
  organizationId: ids.alphaOrg,
} as const;

onEveryEngine('the index of words', (world) => {
  const { call, stored } = recordCalls(world);
  const keyword = async (text: string) =>
    body<Keyword>(await call('POST /keywords/', EDITOR, { keyword_text: text }));
  const tag = (block: MemoryBlock, { id }: Keyword) =>
    call(`POST /memory-blocks/${block.id}/keywords/${id}`, EDITOR);
  const toRows = async (handle: Handle, query: ReturnType<typeof sql>) => (await handle.execute(query)).rows;

  /** How many documents this transaction has written. */
  const written = async (handle: Handle) => {
    const [row] = await toRows(
      handle,
      sql`select pg_stat_get_xact_tuples_updated('search_documents'::regclass)::int as updates`,
    );
    return Number(row?.['updates']);
  };

  test('writes each memory once when its keywords are merged', async () => {
    const [kept, plural, other] = [
      await keyword('Turbine'),
      await keyword('turbines'),
      await keyword('tur-bine'),
    ];
    const blocks = [await stored(), await stored(), await stored()];
    for (const block of blocks) await tag(block, plural);
    await tag(blocks[0]!, kept);
    await tag(blocks[1]!, other);
    await world.database.write(SYSTEM, async (handle) => {
      const named = { ids: [plural.id, other.id], named: ['turbine'] };
      const locked = await lockKeywords(handle, ALPHA_PLACE, named);
      const merge = { keyword_ids: named.ids, keyword_text: 'turbine' };
      const [planned] = planChanges([merge], locked);
      const links = blocks.map(({ id }) => ({ keywordId: plural.id, blockId: id, archived: false }));
      const before = await written(handle);
      await applyChange(handle, planned!, links);
      expect((await written(handle)) - before).toBe(blocks.length);
    });
  });

  /** All documents, without the places of their words: a new keyword comes behind the text, and between its parts when that is read again. */
  const documents = (handle: Handle) =>
    toRows(
      handle,
      sql`select memory_block_id, tenant_id, agent_id, conversation_id, archived, created_at, length, strip(words) as words
        from search_documents order by memory_block_id`,
    );
  /** Terms whose number of documents is not that of the documents. */
  const miscounted = (handle: Handle) =>
    toRows(
      handle,
      sql`with known as (
          select tenant_id, term, sum(documents) as documents, sum(length) as length
          from (select * from search_terms union all select * from search_term_changes) as counted group by 1, 2
        ), real as (
          select tenant_id, term.lexeme as term, count(*) as documents, 0 as length
          from search_documents, unnest(words) as term where term.positions is not null group by 1, 2
          union all select tenant_id, '', count(*), sum(length) from search_documents group by 1
        )
        select * from known full join real using (tenant_id, term)
        where coalesce(known.documents, 0) <> coalesce(real.documents, 0) or coalesce(known.length, 0) <> coalesce(real.length, 0)`,
    );

  test('holds after every kind of change what reading all texts again would write', async () => {
    const [kept, plural] = [await keyword('Rotor'), await keyword('rotors')];
    const [both, one, moved] = [await stored(), await stored(), await stored()];
    for (const block of [both, one, moved]) await tag(block, plural);
    await tag(both, kept);
    const check = (what: string) =>
      world.database.write(SYSTEM, async (handle) => {
        const held = await documents(handle);
        expect([what, await miscounted(handle)]).toEqual([what, []]);
        await handle.execute(sql`select hindsight_index_blocks(array(select id from memory_blocks))`);
        expect([what, held]).toEqual([what, await documents(handle)]);
      });
    const done = async (what: string, answer: ReturnType<typeof call>) => {
      expect([what, (await answer).statusCode]).toEqual([what, 200]);
      await check(what);
    };
    await check('written');
    const change = { changes: [{ keyword_ids: [plural.id], keyword_text: 'ROTOR' }] };
    const merged = await call('POST /keywords/changes', EDITOR, change);
    await check('merged');
    const { change_id: id } = body<KeywordChanges>(merged);
    await done('merge undone', call(`POST /keywords/changes/${id}/undo`, EDITOR));
    await done('archived', call(`POST /memory-blocks/${one.id}/archive`, EDITOR));
    await done('restored', call(`PUT /memory-blocks/${one.id}`, EDITOR, { archived: false }));
    await done('edited', call(`PUT /memory-blocks/${one.id}`, EDITOR, { content: 'The rotor stalls' }));
    const own = { visibility_scope: 'personal' };
    await done('moved', call(`POST /memory-blocks/${moved.id}/change-scope`, 'owner@x.test', own));
  });
});
