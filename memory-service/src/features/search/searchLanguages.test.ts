/** @jest-environment node */
import type { ScoredBlock } from '@hindsight/shared-contracts/api';
import { onEveryEngine } from '../../testing/engines';
import { mcpClient } from '../../testing/mcpClient';
import { recordCalls } from '../../testing/recordCalls';
import { body, get, ids, tokenFor } from '../../testing/testApp';

const EDITOR = 'editor@x.test';

/** A sentence as people write it, and words that find it. */
const SENTENCES: readonly [language: string, sentence: string, ...queries: string[]][] = [
  ['Thai', 'ระบบฐานข้อมูลล่มเพราะดิสก์เต็ม ต้องล้างแคชก่อน', 'ฐานข้อมูล', 'ดิสก์เต็ม', 'ระบบ', 'แคช'],
  ['Lao', 'ຖານຂໍ້ມູນລົ້ມເພາະດິສເຕັມ', 'ຖານຂໍ້ມູນ', 'ດິສ'],
  ['Khmer', 'ម៉ាស៊ីនមេត្រូវចាប់ផ្ដើមឡើងវិញបន្ទាប់ពីធ្វើបច្ចុប្បន្នភាព', 'ម៉ាស៊ីន', 'ចាប់ផ្ដើម'],
  ['Burmese', 'ဆာဗာကို ပြန်လည်စတင်ရန် လိုအပ်သည်', 'ဆာဗာ', 'ပြန်လည်စတင်'],
  ['Chinese', '数据库连接池耗尽，因为没有关闭旧的连接。', '数据库', '连接池', '池', '耗尽', '"数据库连接池"'],
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
    'a %s sentence is found by “%s” of people and agents',
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
