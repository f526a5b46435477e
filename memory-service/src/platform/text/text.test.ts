/** @jest-environment node */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mergeTextsInThread, shortenInThread } from '../../features/curation/textWork';
import { highlightsInThread } from '../../features/search/textWork';
import { IDENTIFIERS } from '../../testing/identifiers';
import { buildService, dist, temporaryFolder } from '../../testing/testDatabase';
import { scanTextInThread } from '../secretScanning/textWork';
import { suggestKeywordsInThread } from './keywordWork';
import { MAX_KEYWORDS, suggestKeywords, extractKeywords } from './keywords';
import { TextTimeout, defineTextWork, openTextWorkers } from './textWork';

describe('keywords', () => {
  test.each([
    [
      'Turkish, without the endings of names',
      'İzmir sunucusundaki ödeme servisi için İstanbul’daki veritabanı yedeklemesi başarısız oldu.',
      ['izmir', 'sunucusundaki', 'ödeme', 'servisi', 'istanbul'],
    ],
    [
      'Hindi',
      'भुगतान सेवा धीमी है क्योंकि डेटाबेस कनेक्शन छोड़े नहीं जाते हैं।',
      ['भुगतान', 'सेवा', 'धीमी', 'क्योंकि', 'डेटाबेस'],
    ],
    ['Thai', 'เซิร์ฟเวอร์ฐานข้อมูลช้าเพราะไม่ได้ปิดการเชื่อมต่อใน Redis', ['เซิร์ฟเวอร์', 'ฐาน', 'ข้อมูล', 'ช้า', 'ปิด']],
    ['Khmer', 'ម៉ាស៊ីនមេមូលដ្ឋានទិន្នន័យយឺត', ['ម៉ាស៊ីន', 'មូលដ្ឋាន', 'ទិន្នន័យ', 'យឺត']],
    [
      'Vietnamese',
      'Máy chủ chậm vì các kết nối không được giải phóng trong PostgreSQL.',
      ['máy', 'chủ', 'chậm', 'kết', 'nối'],
    ],
    [
      'Romanian, which shares letters with Vietnamese',
      'Serverul pierde sesiunea: bază veche, fără legătură.',
      ['serverul', 'pierde', 'sesiunea', 'bază', 'veche'],
    ],
    ['Korean', '결제 서버 배터리 잔량 경보, UTC 시간대', ['결제', '서버', '배터리', '잔량', '경보']],
    [
      'Arabic',
      'الخادم بطيء لأن اتصالات قاعدة البيانات لا تُغلق بعد كل طلب.',
      ['الخادم', 'بطيء', 'لأن', 'اتصالات', 'قاعدة'],
    ],
    [
      'Arabic with vowel signs',
      'يُفَضِّلُ المُسْتَخْدِمُ الرُّدُودَ بِاللُّغَةِ العَرَبِيَّةِ',
      ['يفضل', 'المستخدم', 'الردود', 'باللغة', 'العربية'],
    ],
    ['Hebrew with vowel signs', 'שָׁלוֹם עוֹלָם', ['שלום', 'עולם']],
    [
      'Greek',
      'Ο διακομιστής είναι αργός επειδή οι ΣΥΝΔΕΣΕΙΣ με τη βάση δεδομένων δεν κλείνουν.',
      ['διακομιστής', 'αργός', 'επειδή', 'συνδεσεις', 'βάση'],
    ],
    [
      'Czech',
      'Čekejte na potvrzení úlohy, než spustíte zálohy.',
      ['čekejte', 'potvrzení', 'úlohy', 'spustíte', 'zálohy'],
    ],
    [
      'German',
      'Die Größe muss erhöht werden, weil die Straße der Übersetzungen überläuft.',
      ['größe', 'erhöht', 'straße', 'übersetzungen', 'überläuft'],
    ],
    [
      'French',
      'Est-ce que l’équipe d’exploitation n’envoie qu’un résumé de l’œuvre ?',
      ['équipe', 'exploitation', 'envoie', 'résumé', 'œuvre'],
    ],
    ['Ukrainian', 'З’єднання не закриваються, п’ять', ["з'єднання", 'закриваються', "п'ять"]],
    [
      'English with apostrophes',
      'Don’t restart the worker; it can’t release the user’s lock and won’t recover. O’Reilly says it doesn’t at 9 o’clock.',
      ['restart', 'worker', 'release', 'lock', 'recover'],
    ],
  ])('picks whole, significant words: %s', (_, text, keywords) => {
    for (const form of ['NFC', 'NFD'])
      for (const sign of ['’', "'"])
        expect(extractKeywords(text.normalize(form).replaceAll('’', sign))).toEqual(keywords);
  });

  test('keeps file names and names with an apostrophe whole, and drops contractions', () => {
    expect(suggestKeywords("Don't edit __init__.py, .env and (.bashrc). O'Reilly won't. The end.")).toEqual([
      '__init__.py',
      '.env',
      '.bashrc',
      'edit',
      "o'reilly",
    ]);
    expect(suggestKeywords('an _emphasised_ word, **bold**, __so is this__. Café…')).toEqual([
      'emphasised',
      'bold',
      'café',
    ]);
  });

  test.each([
    ['Commit 9f3c2ab broke 2FA, 3DS and every 5xx page.', ['9f3c2ab', '2fa', '3ds', '5xx']],
    ['Moved from C++ and C# to .NET, F# stays.', ['c++', 'c#', '.net', 'f#']],
    ['C++17 and HTTP/2, then HTTP/1.1. Ask ops@example.com.', ['c++17', 'http/2', 'http/1.1']],
    ['Waited 30s, 2.5GB, 3x, the 2nd time, 2026-06-01T12:00, e.g. 100ms and 5 min.', []],
  ])('keeps names with digits and symbols whole, and drops amounts: %s', (text, names) => {
    const found = suggestKeywords(text);
    expect(found.slice(0, names.length)).toEqual(names);
    expect(found.filter((word) => /[\d#+.]/.test(word))).toEqual(names);
  });

  test('drops everyday words', () => {
    const text =
      'The agent made older tokens expire tomorrow morning; yesterday took longer, on Monday it failed.';
    expect(suggestKeywords(text)).toEqual(['tokens', 'expire', 'longer']);
  });

  test('returns as many keywords for a long text as for a short one', () => {
    const short = 'Replica lag alarm pager threshold.';
    const long = `${short} Vacuum autovacuum bloat index heap tuple visibility snapshot horizon wraparound freeze checkpoint writer buffer eviction.`;
    expect(suggestKeywords(short)).toEqual(['replica', 'lag', 'alarm', 'pager', 'threshold']);
    expect(suggestKeywords(long)).toHaveLength(MAX_KEYWORDS);
    expect(suggestKeywords(`${long} Bloat!`)[0]).toBe('bloat');
  });

  test('strips characters that a name may not contain', () => {
    expect(suggestKeywords(`Za${'\u0335'.repeat(9)}lgo he\ufe0fart`)).toEqual([
      `za${'\u0335'.repeat(4)}lgo`,
      'heart',
    ]);
  });

  test('handles a long text without spaces quickly', () => {
    expect(extractKeywords('连接池耗尽'.repeat(5_000))).toContain('连接');
    expect(extractKeywords(`${'연결풀'.repeat(7_500)} 서버`)).toContain('서버');
    expect(extractKeywords('ภาษาไทย'.repeat(3_500))).toEqual(expect.arrayContaining(['ภาษา', 'ไทย']));
  });

  test.each(IDENTIFIERS)('keeps %s whole, without its parts as keywords', (name) => {
    const whole = name.toLowerCase();
    for (const text of [
      `The nightly build failed because of ${name}.`,
      `Look at \`${name}\` (or "${name}"), please.`,
    ]) {
      const found = suggestKeywords(text);
      expect(found).toContain(whole);
      expect(found.filter((word) => word !== whole && whole.includes(word))).toEqual([]);
    }
  });
});

/** Runs against the threads of the built service. */
describe('textWork', () => {
  const LONG = `The deploy failed. ${'The certificate had expired, and nobody was told. '.repeat(100)}`;
  const fail = (error: unknown) => {
    throw error;
  };
  let workers: { close: () => Promise<void> };

  beforeAll(async () => {
    await buildService();
    workers = openTextWorkers(path.join(dist, 'textWorker.js'), fail);
  }, 60_000);

  afterAll(() => workers.close());

  it('returns the same from a thread as on the main thread', async () => {
    const shortened = await shortenInThread({ content: LONG, lessonsLearned: null });
    expect(shortened.lessonsLearned).toBeNull();
    expect(shortened.content.length).toBeLessThan(LONG.length);
  });

  it('passes maps and fields of memories to a thread', async () => {
    const fields = [{ content: LONG, lessons_learned: null, errors: null, keywords: [] }];
    const wanted = [{ text: 'certificate', weight: 1, isLiteral: false, stem: 'certif' }];
    const [highlights] = await highlightsInThread(fields, wanted, new Map([['certificate', 'certif']]));
    expect(highlights?.[0]).toMatchObject({ field: 'content' });
  });

  it('processes short texts inline, even if the threads lack the work', async () => {
    const reverse = defineTextWork('reverse', (text: string) => [...text].reverse().join(''));
    expect(await reverse('abc')).toBe('cba');
    await expect(reverse(LONG)).rejects.toThrow('does not import the text work "reverse"');
  });

  it('reuses work started before a transaction', async () => {
    const first = scanTextInThread.once(LONG);
    expect(scanTextInThread.once(`${LONG} `)).not.toBe(first);
    expect(scanTextInThread.once(LONG)).toBe(first);
    expect(await first).toEqual([]);
  });

  it('reports an error of a thread and continues', async () => {
    await expect(mergeTextsInThread([LONG, 1 as never])).rejects.toThrow('trim');
    expect(await suggestKeywordsInThread(LONG)).toContain('certificate');
  });

  describe('with a text that ends its thread', () => {
    const WORKER = `module.exports = ({ args: [text] }) => {
    if (text.startsWith('crash')) process.exit(1);
    while (text.startsWith('endless'));
    return [text.slice(0, 4)];
  };`;
    const read = (text: string) => suggestKeywordsInThread(`${text} ${LONG}`);

    beforeAll(async () => {
      await workers.close();
      const file = path.join(temporaryFolder(), 'worker.cjs');
      await writeFile(file, WORKER);
      workers = openTextWorkers(file, fail, 1_000);
    });

    it('fails only the text whose thread exits', async () => {
      await expect(read('crash')).rejects.toThrow('exited');
      expect(await read('next')).toEqual(['next']);
    });

    it('stops a text that takes too long, and processes the next one', async () => {
      await expect(read('endless')).rejects.toThrow(TextTimeout);
      expect(await read('next')).toEqual(['next']);
    });
  });
});
