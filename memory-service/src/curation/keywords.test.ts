/** @jest-environment node */
import { keySentences } from './extractiveSummary';
import { suggestKeywords, tellingKeywords } from './keywords';
import { bandsOf, signature } from './minHash';

test.each([
  [
    'Turkish, without the endings of names',
    'İzmir sunucusundaki ödeme servisi için İstanbul’daki veritabanı yedeklemesi başarısız oldu.',
    ['izmir', 'sunucusundaki', 'ödeme', 'servisi', 'istanbul'],
  ],
  ['Hindi', 'भुगतान सेवा धीमी है क्योंकि डेटाबेस कनेक्शन छोड़े नहीं जाते हैं।', ['भुगतान', 'सेवा', 'धीमी', 'डेटाबेस', 'कनेक्शन']],
  ['Thai', 'เซิร์ฟเวอร์ฐานข้อมูลช้าเพราะไม่ได้ปิดการเชื่อมต่อใน Redis', ['redis', 'เซิร์ฟเวอร์', 'ฐาน', 'ข้อมูล', 'เชื่อม']],
  ['Khmer', 'ម៉ាស៊ីនមេមូលដ្ឋានទិន្នន័យយឺត', ['ម៉ាស៊ីន', 'មូលដ្ឋាន', 'ទិន្នន័យ']],
  [
    'Vietnamese',
    'Máy chủ chậm vì các kết nối không được giải phóng trong PostgreSQL.',
    ['máy chủ', 'chậm', 'kết nối', 'giải phóng', 'postgresql'],
  ],
  [
    'Vietnamese, two syllables between known words, and names with signs',
    'Bộ thu GPS không tắt, do biến môi trường DATABASE_URL của node.js bị thiếu.',
    ['bộ thu', 'gps', 'tắt', 'biến môi trường', 'database_url'],
  ],
  [
    'Romanian, which shares letters with Vietnamese',
    'Serverul pierde sesiunea: bază veche, fără legătură.',
    ['serverul', 'pierde', 'sesiunea', 'bază', 'veche'],
  ],
  [
    'Korean, nouns without particles',
    '겨울에 배터리 잔량이 급격히 떨어지고 기기가 UTC로 재부팅됨',
    ['utc', '겨울', '배터리', '잔량', '기기'],
  ],
  [
    'Korean, nouns that are made verbs',
    '온도 센서 값이 85도로 고정되는 문제. DS18B20이 변환을 끝내면 초기화합니다.',
    ['ds18b20', '온도', '센서', '고정', '변환'],
  ],
  [
    'Korean, nouns that end as verbs and particles do',
    '전문가의 접근권한, 메모리는 무게',
    ['전문가', '접근권한', '메모리', '무게'],
  ],
  ['Korean verbs', '서버가 느려지는 동안 값을 읽으면 깨졌다', ['서버']],
  [
    'Arabic',
    'الخادم بطيء لأن اتصالات قاعدة البيانات لا تُغلق بعد كل طلب.',
    ['الخادم', 'بطيء', 'اتصالات', 'قاعدة', 'البيانات'],
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
    ['διακομιστής', 'αργός', 'συνδεσεις', 'βάση', 'δεδομένων'],
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
    'Est-ce que l’équipe d’exploitation n’envoie qu’un résumé aujourd’hui, celui de l’œuvre ?',
    ['équipe', 'exploitation', 'envoie', 'résumé', 'œuvre'],
  ],
  ['Ukrainian', 'З’єднання не закриваються, п’ять', ["з'єднання", 'закриваються', "п'ять"]],
  [
    'English with apostrophes',
    'Don’t restart the worker; it can’t release the user’s lock and won’t recover. O’Reilly says it doesn’t at 9 o’clock.',
    ['restart', 'worker', 'release', 'lock', 'recover'],
  ],
])('keywords are whole words that say something: %s', (_, text, keywords) => {
  for (const form of ['NFC', 'NFD'])
    for (const sign of ['’', "'"])
      expect(tellingKeywords(text.normalize(form).replaceAll('’', sign))).toEqual(keywords);
});

test('names of files and names with an apostrophe stay whole, contractions leave nothing', () => {
  expect(suggestKeywords("Don't edit __init__.py, .env and (.bashrc). O'Reilly won't. The end.")).toEqual([
    '__init__.py',
    '.env',
    '.bashrc',
    'edit',
    "o'reilly",
    'end',
  ]);
  expect(suggestKeywords('an _emphasised_ word, __bold__. Café…')).toEqual([
    'emphasised',
    'word',
    'bold',
    'café',
  ]);
});

test('no keyword has what no name may have', () => {
  expect(suggestKeywords(`Za${'\u0335'.repeat(9)}lgo he\ufe0fart`)).toEqual([
    `za${'\u0335'.repeat(4)}lgo`,
    'heart',
  ]);
});

test('a long text without blanks is no burden', () => {
  expect(tellingKeywords('连接池耗尽'.repeat(20_000))).toContain('连接');
  expect(tellingKeywords(`${'연결풀'.repeat(30_000)} 서버`)).toEqual(['서버']);
  expect(tellingKeywords('máy chủ '.repeat(15_000))).toEqual(['máy chủ']);
  expect(tellingKeywords('ภาษาไทย'.repeat(14_000))).toEqual(expect.arrayContaining(['ภาษา', 'ไทย']));
});

test('a summary knows the words of Hindi', () => {
  expect(keySentences('भुगतान सेवा धीमी है।\nसेवा बंद करें।', 1)).toEqual(['भुगतान सेवा धीमी है।']);
});

test('stored fingerprints stay comparable: the words that make them never change', () => {
  const text = 'İzmir’de उपयोगकर्ता Don’t restart __init__.py _now_, O’Reilly café';
  expect(bandsOf(signature(text)).slice(0, 3)).toEqual([695136030, -1130690427, -185376140]);
});
