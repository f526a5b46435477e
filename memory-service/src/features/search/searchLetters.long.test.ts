/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { ScoredBlock } from '@hindsight/shared-contracts/api';
import { foldLetters } from '@hindsight/shared-contracts/rules';
import { onEveryEngine, onOneEngine } from '../../testing/engines';
import { mcpClient } from '../../testing/mcpClient';
import { recordCalls } from '../../testing/recordCalls';
import { body, get, ids, tokenFor } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { indexOlderLetters } from './queries/letterMigration';
import { writeDirectly } from '../../testing/directWrites';

describe('searchLetters', () => {
  const SYSTEM = { kind: 'system' } as const;
  const EDITOR = 'editor@x.test';

  /** A text and the queries that find it. */
  const TEXTS: readonly [text: string, ...queries: string[]][] = [
    ['Zálohy běží v noci. Čekejte na potvrzení: Číslo úlohy', 'čekejte', 'číslo', 'cekejte', 'ČEKEJTE'],
    ['Řešení šumu a žluté Zkoušky', 'reseni', 'řešení', 'ŘEŠENÍ', 'zlute'],
    ['Łódź nie zna Żądania', 'lodz', 'łódź', 'zadania', 'ŻĄDANIA'],
    ['A Gőz és az ŐSZI tűz', 'goz', 'oszi', 'őszi', 'tuz'],
    ['Die Größe der Straße vor dem Fußgänger', 'GRÖSSE', 'GRÖßE', 'grosse', 'strasse', 'fussgänger'],
    ['Œuvre, Ærlig, ØRE, Đak und Þór', 'oeuvre', 'ŒUVRE', 'aerlig', 'øre', 'ore', 'dak', 'thor'],
    ['ŞİFRE İzmir ve ılık Iğdır', 'şifre', 'sifre', 'izmir', 'ilik', 'igdir'],
    ['Ошибка ЁЖ', 'ошибка', 'ОШИБКА', 'еж'],
    ['Σφάλμα και ΛΑΘΟΣ', 'σφάλμα', 'σφαλμα', 'λάθος'],
    ['مُحَمَّد كتـــاب', 'محمد', 'كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['Résumé de l’équipe'.normalize('NFD'), 'résumé', 'équipe', 'equipe', 'ÉQUIPE'],
  ];
  const CASES = TEXTS.flatMap(([text, ...queries]) => queries.map((query) => [query, text] as const));

  onOneEngine('search in all scripts', (world) => {
    const { call, stored } = recordCalls(world);
    const run = async (statement: ReturnType<typeof sql>) =>
      (await world.database.write(SYSTEM, (handle) => handle.execute(statement))).rows;
    const found = async (query: string, kind = 'fulltext') =>
      body<ScoredBlock[]>(
        await get(
          world.app,
          `/memory-blocks/search/${kind}?match=all&query=${encodeURIComponent(query)}&scope=organization&organization_id=${ids.alphaOrg}`,
          EDITOR,
        ),
      );

    beforeAll(async () => {
      for (const [content] of TEXTS) await stored({ content });
    });

    test.each(CASES)('%s finds “%s”, composed or not', async (query, text) => {
      for (const form of ['NFC', 'NFD'])
        expect((await found(query.normalize(form))).map(({ content }) => content)).toContain(
          text.normalize('NFC'),
        );
    });

    test.each(CASES)('highlights for %s in “%s”', async (query, text) => {
      const hit = (await found(query)).find(({ content }) => content === text.normalize('NFC'));
      const [passage] = hit?.highlights ?? [];
      const marked = (passage?.matches ?? []).map(([from, to]) => passage?.text.slice(from, to));
      const words = hit?.content.split(/[\s:,.’]+/);
      expect(marked).toHaveLength(1);
      expect(words).toEqual(expect.arrayContaining(marked));
    });

    test('folds every letter in highlights like the search does', async () => {
      const marks = ['', '\u0301', '\u0307', '\u0327', '\u064e', '\u05b8', '\u093e', '\u3099'];
      const points = Array.from({ length: 0xd800 }, (_, point) => String.fromCodePoint(point));
      // Between a capital and lower-case letters, because those decide the capitalization of a ligature.
      const texts = points
        .filter((letter) => /[\p{L}\p{M}]/u.test(letter))
        .flatMap((letter) =>
          marks.map((mark) => `Éb ${letter}${mark} É${letter}b ${letter}`.normalize('NFC')),
        );
      const rows = await run(sql`
      select given, hindsight_letters(given) as letters from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as given`);
      const differing = rows.filter(({ given, letters }) => foldLetters(String(given)) !== letters);
      expect(differing).toEqual([]);
      expect(rows).toHaveLength(texts.length);
    }, 60_000);

    test('stores texts composed, and finds them as written', async () => {
      const content = 'Le château brûle';
      const made = await stored({ content: content.normalize('NFD') });
      expect(made.content).toBe(content);
      expect((await found('château'.normalize('NFD'), '')).map(({ id }) => id)).toEqual([made.id]);
      const changed = {
        lessons_learned: 'Évitez'.normalize('NFD'),
        metadata_col: { ['où'.normalize('NFD')]: ['là'.normalize('NFD')] },
      };
      expect(body(await call(`PUT /memory-blocks/${made.id}`, EDITOR, changed))).toMatchObject({
        lessons_learned: 'Évitez',
        metadata_col: { où: ['là'] },
      });
      const rows = ['NFC', 'NFD'].map((form) => ({
        agent_id: ids.agent(1),
        content: 'Un été'.normalize(form),
      }));
      for (const row of rows) await call('POST /memory-blocks/bulk-import', EDITOR, { rows: [row] });
      expect((await found('un été', '')).map((block) => block.content)).toEqual(['Un été']);
    });

    test('finds and marks older decomposed texts in either form, quoted and in lists', async () => {
      const made = await stored({ content: 'Der Weg zum Café Ödön, wörtlich' });
      await writeDirectly(
        world.database,
        sql`update memory_blocks set content = ${made.content.normalize('NFD')} where id = ${made.id}::uuid`,
      );
      for (const form of ['NFC', 'NFD']) {
        const text = 'CAFÉ Ödön'.normalize(form);
        expect((await found(text, '')).map(({ id }) => id)).toEqual([made.id]);
        // Without a model, semantic search falls back to the text and marks it.
        for (const [hit, ...more] of [await found(text, 'semantic'), await found(`"${text}"`)])
          expect([hit?.id, more, hit?.highlights?.[0]?.matches.length]).toEqual([made.id, [], 2]);
        const list = `/memory-blocks/?search_query=${encodeURIComponent(text)}&scope=organization&organization_id=${ids.alphaOrg}`;
        const { items } = body<{ items: ScoredBlock[] }>(await get(world.app, list, EDITOR));
        expect(items.map(({ id }) => id)).toEqual([made.id]);
      }
    });

    test('reindexes older memories in steps of two processes', async () => {
      // As words were indexed before: an accented capital stayed unchanged.
      await run(
        sql`update search_documents set words = array_to_tsvector(array['@' || tenant_id::text, 'older'])`,
      );
      await run(
        sql`insert into service_state (key, value) values ('letters of memory_blocks', '00000000-0000-0000-0000-000000000000')`,
      );
      expect(await found('čekejte')).toEqual([]);
      expect(await indexOlderLetters(world.database, 0)).toBe(false);
      const work = () => until(() => indexOlderLetters(world.database, 20), Boolean);
      await Promise.all([work(), work()]);
      for (const [text, query] of TEXTS)
        expect((await found(query!)).map(({ content }) => content)).toContain(text.normalize('NFC'));
      const left = await run(sql`select count(*)::int as count from search_documents where words @@ 'older'`);
      expect(left).toEqual([{ count: 0 }]);
      expect(await run(sql`select from service_state where key like 'letters%'`)).toEqual([]);
      await expect(indexOlderLetters(world.database)).resolves.toBe(true);
    });
  });
});

describe('searchLanguages', () => {
  const EDITOR = 'editor@x.test';

  /** A sentence as people write it, and words that find it. */
  const SENTENCES: readonly [language: string, sentence: string, ...queries: string[]][] = [
    ['Thai', 'ระบบฐานข้อมูลล่มเพราะดิสก์เต็ม ต้องล้างแคชก่อน', 'ฐานข้อมูล', 'ดิสก์เต็ม', 'ระบบ', 'แคช'],
    ['Lao', 'ຖານຂໍ້ມູນລົ້ມເພາະດິສເຕັມ', 'ຖານຂໍ້ມູນ', 'ດິສ'],
    ['Khmer', 'ម៉ាស៊ីនមេត្រូវចាប់ផ្ដើមឡើងវិញបន្ទាប់ពីធ្វើបច្ចុប្បន្នភាព', 'ម៉ាស៊ីន', 'ចាប់ផ្ដើម'],
    ['Burmese', 'ဆာဗာကို ပြန်လည်စတင်ရန် လိုအပ်သည်', 'ဆာဗာ', 'ပြန်လည်စတင်'],
    [
      'Chinese',
      '数据库连接池耗尽，因为没有关闭旧的连接。',
      '数据库',
      '连接池',
      '池',
      '耗尽',
      '"数据库连接池"',
    ],
    ['Traditional Chinese', '資料庫憑證在星期三過期了', '資料庫', '憑證', '過期'],
    [
      'Japanese',
      '結合テストはリリースのたびに手動でデータベースを復元する必要がある。',
      'データベース',
      '復元',
      'テスト',
      'リリース',
    ],
    [
      'half-width Japanese',
      'ﾃﾞｰﾀﾍﾞｰｽのﾊﾞｯｸｱｯﾌﾟはＡＰＩで取る',
      'データベース',
      'ﾊﾞｯｸｱｯﾌﾟ',
      'バックアップ',
      'API',
      'ａｐｉ',
    ],
    [
      'Korean',
      '배포 전에 데이터베이스를 백업하고 서버가 켜졌는지 확인한다',
      '데이터베이스',
      '데이터베이스를',
      '서버',
      '백업',
    ],
    ['Vietnamese', 'Máy chủ cơ sở dữ liệu hết dung lượng đĩa', 'máy chủ', 'dữ liệu', 'du lieu', 'DUNG LƯỢNG'],
    ['Arabic', 'يجب إعادة تشغيل الخادم بعد تحديث الشهادة والمفاتيح', 'خادم', 'الخادم', 'شهادة', 'مفاتيح'],
    ['Hebrew', 'צריך להפעיל מחדש את השרת אחרי עדכון התעודה', 'שרת', 'השרת', 'תעודה', 'והתעודה'],
    ['Persian', 'پس از به‌روزرسانی گواهی باید سرور را دوباره راه‌اندازی کرد', 'سرور', 'گواهی'],
    ['Turkish', 'IŞIK sunucusunun ŞİFRESİ İzmir’de ılık', 'ışık', 'şifresi', 'ŞİFRESİ', 'izmir', 'ılık'],
    [
      'German',
      'Die Größe der Überweisungen überlief, der Fußgängerübergang auch',
      'größe',
      'GRÖSSE',
      'grosse',
      'überweisungen',
    ],
    [
      'French',
      'L’équipe d’exploitation a renouvelé le certificat périmé',
      'équipe',
      'exploitation',
      'perime',
      'certificat',
    ],
    ['Spanish', 'La migración falló porque el índice no existía', 'migración', 'indice', 'falló'],
    ['Portuguese', 'A conexão com o servidor não é reaberta após a atualização', 'conexao', 'atualização'],
    ['Polish', 'Żądania nie są ponawiane, gdy łącze zawodzi', 'żądania', 'zadania', 'lacze'],
    ['Czech', 'Zálohy běží v noci, čekejte na potvrzení úlohy', 'zálohy', 'čekejte', 'ulohy'],
    [
      'Russian',
      'Новый сервер упал после обновления сертификата',
      'сервер',
      'серверы',
      'новые',
      'сертификат',
      'НОВЫЙ',
    ],
    ['Ukrainian', 'З’єднання з базою даних закрили о п’ятій', 'базою', 'з’єднання', 'даних'],
    [
      'Greek',
      'Ο διακομιστής είναι αργός επειδή οι συνδέσεις δεν κλείνουν',
      'διακομιστής',
      'ΔΙΑΚΟΜΙΣΤΗΣ',
      'συνδέσεις',
      'σύνδεση',
    ],
    ['Hindi', 'भुगतान सेवा धीमी है क्योंकि डेटाबेस कनेक्शन छोड़े नहीं जाते', 'भुगतान', 'डेटाबेस', 'कनेक्शन'],
    ['Tamil', 'தரவுத்தளம் மெதுவாக உள்ளது', 'தரவுத்தளம்', 'மெதுவாக'],
    ['Armenian', 'Սերվերը պետք է վերագործարկել', 'սերվերը', 'վերագործարկել'],
    ['Georgian', 'სერვერი უნდა გადაიტვირთოს', 'სერვერი'],
    ['English', 'Build the parser with C++17 and serve it over HTTP/2', 'C++17', 'HTTP/2'],
    [
      'English',
      'Commit 9f3c2ab moved 2FA and 3DS from C++ to C# on .NET, and answers 5xx',
      '9f3c2ab',
      '2FA',
      '3ds',
      '5xx',
      'C++',
      'c#',
      '.NET',
    ],
  ];
  const listCases = (isShort: boolean) =>
    SENTENCES.flatMap(([language, sentence, ...queries]) =>
      queries.slice(0, isShort ? 1 : undefined).map((query) => [language, query, sentence] as const),
    );

  onEveryEngine('search in twenty languages', (world) => {
    const { stored } = recordCalls(world);
    let agent: Awaited<ReturnType<typeof mcpClient>>;

    beforeAll(async () => {
      for (const [, content] of SENTENCES) await stored({ content });
      agent = await mcpClient(world.app, await tokenFor(world.app, EDITOR));
    });

    afterAll(() => agent.close());

    test.each(listCases(world.isShort))(
      'finds a %s sentence by “%s” for people and agents',
      async (_, query, sentence) => {
        const scope = `scope=organization&organization_id=${ids.alphaOrg}`;
        const asked = `limit=5&${scope}&query=${encodeURIComponent(query)}`;
        for (const kind of ['hybrid?', 'fulltext?match=all&']) {
          const hits = body<ScoredBlock[]>(
            await get(world.app, `/memory-blocks/search/${kind}${asked}`, EDITOR),
          );
          const hit = hits.find(({ content }) => content === sentence);
          expect([kind, hit?.content]).toEqual([kind, sentence]);
          expect(hit?.highlights?.map(({ field }) => field)).toContain('content');
        }
        const { data } = await agent.call<{ memories: { text: string }[] }>('recall', {
          query,
          workspace: 'Alpha',
        });
        expect(data.memories.map(({ text }) => text).join('\n')).toContain(sentence);
      },
    );
  });
});
