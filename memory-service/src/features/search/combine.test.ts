/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Keyword, KeywordChanges, MemoryBlock, ScoredBlock } from '@hindsight/shared-contracts/api';
import { eachTenant } from '../../platform/database/tenants';
import type { Handle } from '../../platform/database/database';
import { onEveryEngine, onOneEngine } from '../../testing/engines';
import { recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';
import { applyChange, lockKeywords, planChanges } from '../keywords/queries/keywordChanges';
import { combineHits, recencyFactor, weightsAddUp } from './combine';
import type { BlockFacts } from './combine';
import { indexBlocks } from '../memoryRows';
import { writeWith } from '../../testing/directWrites';

describe('combine', () => {
  const NOW = new Date('2026-06-01T00:00:00Z');
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
  const fact = (days: number, feedbackScore = 0): BlockFacts => ({
    effectiveDate: daysAgo(days),
    feedbackScore,
    problem: null,
  });

  test('recency halves in 30 days and stays between 0.25 and 1.15', () => {
    expect(recencyFactor(NOW, NOW)).toBe(1.15);
    expect(recencyFactor(daysAgo(30), NOW)).toBeCloseTo(0.575);
    expect(recencyFactor(daysAgo(3000), NOW)).toBe(0.25);
    expect(recencyFactor(daysAgo(-5), NOW)).toBe(1.15);
  });

  test.each([
    [0.7, 0.3, true],
    [0.7, 0.3005, true],
    [0.7, 0.31, false],
    [1, 0, true],
  ])('weights %d and %d add up to 1: %s', (fulltext, semantic, whole) => {
    expect(weightsAddUp({ fulltext, semantic })).toBe(whole);
  });

  const WEIGHTS = { fulltext: 0.7, semantic: 0.3 };
  /** Hits named `name0`, `name1` and so on, with these scores. */
  const listed = (name: string, scores: readonly number[], coverage = 1) =>
    scores.map((score, n) => ({ id: `${name}${n}`, score, coverage }));
  const order = (fulltext: ReturnType<typeof listed>, semantic: ReturnType<typeof listed>) => {
    const facts = new Map([...fulltext, ...semantic].map(({ id }) => [id, fact(3000)]));
    return combineHits(fulltext, semantic, facts, WEIGHTS, NOW);
  };
  const alike = (count: number, best: number) => Array.from({ length: count }, (_, n) => best - n / 1000);

  test('keeps every full-text hit in the result', () => {
    const few = order(listed('word', [5, 4, 3, 2, 1]), listed('meaning', alike(60, 0.4)));
    expect(few.filter(({ id }) => id.startsWith('word')).map(({ id }) => id)).toEqual([
      'word0',
      'word1',
      'word2',
      'word3',
      'word4',
    ]);
    expect(few.every(({ score }) => score >= 0.1 && score <= 1)).toBe(true);
  });

  test('ranks semantic hits first when the words answer little of the question', () => {
    const words = [6, ...alike(60, 4)];
    const meaning = listed('meaning', [0.7, ...alike(60, 0.4)]);
    expect(order(listed('word', words), meaning)[0]?.id).toBe('word0');
    expect(order(listed('word', words, 0.1), meaning)[0]?.id).toBe('meaning0');
  });

  test('ranks hits from the time named in the question above comparable matches', () => {
    const hits = [
      { id: 'other', score: 1, coverage: 1 },
      { id: 'then', score: 0.8, coverage: 1 },
    ];
    const facts = new Map([
      ['other', fact(0)],
      ['then', { ...fact(40), isInTime: true }],
    ]);
    expect(combineHits(hits, undefined, facts, WEIGHTS, NOW).map(({ id }) => id)).toEqual(['then', 'other']);
  });

  test('ranks a hit in both lists above hits in only one', () => {
    const scores = [10, 10, ...alike(40, 5)];
    const words = listed('word', scores);
    const meaning = [
      { id: 'word1', score: 0.9, coverage: 1 },
      ...listed('meaning', [0.9, ...alike(40, 0.4)]),
    ];
    const [first] = order(words, meaning);
    expect(first?.id).toBe('word1');
    expect((first?.components['fulltext'] ?? 0) + (first?.components['semantic'] ?? 0)).toBeCloseTo(1);
  });

  test('gives words the whole weight when semantic search is unavailable', () => {
    const [hit] = combineHits(
      [{ id: 'a', score: 0.5, coverage: 1 }],
      undefined,
      new Map([['a', fact(0)]]),
      { fulltext: 0.1, semantic: 0.9 },
      NOW,
    );
    expect(hit?.score).toBe(1);
  });

  test('ranks an old better match above a fresh one, and caps scores at 1', () => {
    const facts = new Map([
      ['old', fact(3000)],
      ['fresh', fact(0)],
    ]);
    const lists = [
      { id: 'old', score: 1, coverage: 1 },
      { id: 'fresh', score: 0.9, coverage: 1 },
    ];
    const hits = combineHits(lists, undefined, facts, { fulltext: 1, semantic: 0 }, NOW);
    expect(hits.map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
      ['old', 1],
      ['fresh', 0.963],
    ]);
  });

  test('breaks ties by freshness and rating, and drops unknown ids', () => {
    const facts = new Map([
      ['old', fact(60)],
      ['new', fact(0)],
      ['rated', fact(60, 100)],
    ]);
    const equal = ['old', 'rated', 'new', 'gone'].map((id) => ({ id, score: 1, coverage: 1 }));
    const hits = combineHits(equal, undefined, facts, { fulltext: 1, semantic: 0 }, NOW);
    expect(hits.map(({ id }) => id)).toEqual(['new', 'rated', 'old']);
  });

  test('ranks a marked memory below comparable matches but above weak ones', () => {
    const facts = new Map([
      ['marked', { ...fact(0, 100), problem: 'wrong' as const }],
      ['close', fact(3000)],
      ['far', fact(3000)],
    ]);
    const lists = [
      { id: 'marked', score: 1, coverage: 1 },
      { id: 'close', score: 0.7, coverage: 1 },
      { id: 'far', score: 0.3, coverage: 1 },
    ];
    const hits = combineHits(lists, undefined, facts, { fulltext: 1, semantic: 0 }, NOW);
    expect(hits.map(({ id }) => id)).toEqual(['close', 'marked', 'far']);
  });

  test.each([
    ['words alone', undefined],
    ['meaning', listed('word', alike(100, 0.9)).reverse()],
  ])('keeps the order of the first hundred however many follow, with %s', (_case, semantic) => {
    const words = listed('word', alike(260, 8));
    // The later ones are fresher and better rated.
    const facts = new Map(words.map(({ id }, place) => [id, fact(3000 - 11 * place, place / 3)]));
    const ranked = (count: number) => combineHits(words.slice(0, count), semantic, facts, WEIGHTS, NOW);
    const all = ranked(260);
    expect(new Set(all.map(({ id }) => id)).size).toBe(260);
    for (const count of [100, 200]) expect(all.slice(0, count)).toEqual(ranked(count));
    const scores = all.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});

describe('indexedOnce', () => {
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
    const toRows = async (handle: Handle, query: ReturnType<typeof sql>) =>
      (await handle.execute(query)).rows;

    /** Number of documents this transaction has written. */
    const written = async (handle: Handle) => {
      const [row] = await toRows(
        handle,
        sql`select pg_stat_get_xact_tuples_updated('search_documents'::regclass)::int as updates`,
      );
      return Number(row?.['updates']);
    };

    test('writes each memory once when its keywords are merged', async () => {
      // A worker counts in a separate transaction that this test cannot inspect; the statements are the same as on PostgreSQL.
      if (world.engine === 'Citus') return;
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

    /** All documents, without word positions: a new keyword is appended after the text, whereas reindexing puts it between the parts. */
    const documents = (handle: Handle) =>
      toRows(
        handle,
        sql`select memory_block_id, tenant_id, agent_id, conversation_id, archived, created_at, length, strip(words) as words
        from search_documents order by memory_block_id`,
      );
    /** Terms whose document count differs from the actual number of documents. */
    const findMiscountedTerms = (handle: Handle) =>
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

    test('matches a full reindex after every kind of change', async () => {
      const [kept, plural] = [await keyword('Rotor'), await keyword('rotors')];
      const [both, one, moved] = [await stored(), await stored(), await stored()];
      for (const block of [both, one, moved]) await tag(block, plural);
      await tag(both, kept);
      const check = (what: string) =>
        world.database.write(SYSTEM, async (handle) => {
          const held = await documents(handle);
          expect([what, await findMiscountedTerms(handle)]).toEqual([what, []]);
          const all = await toRows(handle, sql`select id from memory_blocks`);
          await eachTenant(
            handle,
            'memory_blocks',
            all.map(({ id: block }) => String(block)),
            async (those, here) => {
              await indexBlocks(handle, those, here);
              return [];
            },
          );
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
});

describe('searchAge', () => {
  const EDITOR = 'editor@x.test';
  const SAID = 'The tapir vault listens on port';

  onOneEngine('the age of search hits', (world) => {
    const { call, stored } = recordCalls(world);
    const said = async (port: number, daysAgo: number) => {
      const { id } = await stored({ content: `${SAID} ${port}.` });
      await world.database.write({ kind: 'system' }, (handle) =>
        writeWith(
          handle,
          sql`update memory_blocks set created_at = now() - make_interval(days => ${daysAgo}::int) where id = ${id}::uuid`,
        ),
      );
      return id;
    };
    const found = async () => {
      const url = `/memory-blocks/search/hybrid?query=tapir%20vault&scope=organization&organization_id=${ids.alphaOrg}`;
      const blocks = body<ScoredBlock[]>(await get(world.app, url, EDITOR));
      return new Map(blocks.map(({ id, score_components }) => [id, score_components?.['recency']]));
    };

    test('dates a merge by its newest original, so later statements rank first', async () => {
      const originals = [await said(8200, 150), await said(8201, 60)];
      const truth = await said(8300, 20);
      const merge = await call('POST /memory-blocks/merge', EDITOR, {
        memory_block_ids: originals,
        merged_content: `${SAID} 8200.`,
      });
      const { id } = body<MemoryBlock>(merge);
      const hits = await found();
      expect([...hits.keys()]).toEqual([truth, id]);
      expect(hits.get(id)).toBeCloseTo(1.15 / 4, 2);
      // Metadata that names no originals keeps the time of the merge.
      await call(`PUT /memory-blocks/${id}`, EDITOR, { metadata_col: { merged_from: 'x' } });
      expect((await found()).get(id)).toBeCloseTo(1.15, 2);
    });
  });
});

describe('searchFlags', () => {
  const EDITOR = 'editor@x.test';
  const FLAG = 'The plugin links only when built with fno-rtti.';
  const WRITTEN = 'Pass -fno-rtti to the compiler.';
  const OTHER = 'The compiler cache of the plugin fills the disk.';

  onOneEngine('search for flags', (world) => {
    const { stored } = recordCalls(world);
    const found = async (kind: string, query: string) => {
      const url = `/memory-blocks/search/${kind}query=${encodeURIComponent(query)}&scope=organization&organization_id=${ids.alphaOrg}`;
      const blocks = body<ScoredBlock[]>(await get(world.app, url, EDITOR));
      return blocks.map(({ content }) => content).sort();
    };

    beforeAll(async () => {
      for (const content of [FLAG, WRITTEN, OTHER]) await stored({ content });
    });

    const RANKED = ['fulltext?', 'fulltext?match=all&', 'hybrid?'];

    test.each(RANKED)('%s: treats a query of flags only as words', async (kind) => {
      expect(await found(kind, '-fno-rtti')).toEqual([WRITTEN, FLAG]);
      expect(await found(kind, ' -compiler -plugin ')).toContain(OTHER);
    });

    test.each(RANKED)('%s: treats flags as words when the other words have no subject', async (kind) => {
      expect(await found(kind, 'what is -fno-rtti?')).toEqual([WRITTEN, FLAG]);
    });

    test.each(RANKED)(
      '%s: excludes words after a minus sign next to a subject, and in quotes',
      async (kind) => {
        expect(await found(kind, 'plugin -fno-rtti')).toEqual([OTHER]);
        expect(await found(kind, '-plugin -"fno-rtti"')).toEqual([OTHER]);
      },
    );

    test('matches exact text verbatim', async () => {
      expect(await found('?', '-fno-rtti')).toEqual([WRITTEN]);
    });
  });
});
