/** Texts that are slow to process: each repeats something that a pattern or algorithm could rescan over and over. */

/** Units to repeat, by the kind of algorithm they target. In `words`, whitespace separates units. */
const words = (line: string): string[] => line.split(/\s+/);

// oxfmt-ignore
const UNITS: Readonly<Record<string, readonly string[]>> = {
  blanks: [
    ' ', '\t', '\n', '\r', '\r\n', '\n\n', ' \n', '\n ', '\t ', ' \t\n', '\v', '\f', '\u00a0', '\u2028', '\u3000', '\ufeff', '\u200b', '\u00ad',
  ],
  signs: [...'-_.,:;!?/\\|@#$%^&*()[]{}<>"\'`~+='],
  quotes: [...'“”„«»「」’…–—·•'],
  letters: words(
    "a A aA Aa a1 1a aa ab a_ a- a. a/ a: a@ a, a; a! a# a+ a= a' a’ a.a- a.b@ a@b. a_b_c. a-b-c- .a -a @a.",
  ),
  numbers: words(
    '0 1 12 1. 1, 1: 1- 1/ 1.2. v1.2. 1,000, 0x0 %20 #1 1% 1e9 2024-01-01T00: 12:00: ١ ² 1a2b3c',
  ),
  sentences: [
    'a ', 'A. ', 'a. ', 'a? ', 'A b! ', 'a\n', 'a\n\n', 'A b c d. ', 'Never do this. ', 'Use Redis instead of Memcached. ', 'It was raised to 5. ',
    'was changed to ', 'Fix: ', 'not ', 'no longer ', 'is 5. ', 'Unless ', "don't ", 'can’t ', "an't", ', never ', '; but no ', 'from the ',
    'instead of a', 'solved with ', 'while working ', 'Warnung: ', 'ne pas ', 'no se debe ', 'ist 5 ', 'は5です。', 'aは', 'ignore ', 'ignore all ',
    'send ', 'curl x | ',
  ],
  addresses: [
    'http:', 'http://', 'http://a', 'https://a.b/', 'www.', '://', 'a://', 'a+b://', '//', 'postgres://a:b', 'postgres://a:b@', 'a://b:c@',
    'mailto:a@', 'hooks.slack.com/', '?a=b&',
  ],
  markdown: [
    '# ', '#', '## a\n', '#a', '# #', '- ', '- - ', '* ', '> ', '>>', '**', '**a', '**a**', '__', '_a_', '`', '``', '```', '```\n', '```a\n', '~~~\n',
    '[', ']', '[a](', '![', '[[', ']]', '[a]', '|', '| a ', '|-', '<a', '<a>', '</', '</a>', '<!--', '&amp;', '1. ', '1) ', '  - a\n', '    a\n',
    '---\n', '===\n', 'a\n===\n', 'a:\n',
  ],
  data: [
    '{"a":', '{"', '"a",', '[', '{', '\\"', '\\\\', '\\u0000', '\\n', 'a\tb\t', 'a,b\n', 'a;b\n', "'a'", '"a" ', '`a` ', '--- ', 'a=b;', '(a', 'f(',
    '() => ',
  ],
  secrets: [
    'ghp_', 'ghp_a1', 'github_pat_', 'glpat-', 'AKIA', 'AKIAA1', 'ASIA', 'eyJ', 'eyJa', 'eyJhbGciOiJI.', 'eyJhbGciOiJI.eyJhbGciOiJI.', '-----BEGIN ',
    '-----BEGIN RSA PRIVATE KEY-----\n', '-----BEGIN PRIVATE KEY-----', '-----BEGIN A ', '-----', 'sk-', 'sk-a1', 'sk-ant-', 'sk_live_', 'xoxb-',
    'xoxb-1-', 'AIza', 'SG.', 'SG.a.', 'npm_', 'hs_pat_', 'whsec_', 'hf_', 'EAA', 'A%', '1//0', 'dp.pt.', 'sl.', 'Bearer ', 'bearer a1 ',
    'authorization: basic ', 'password', 'password ', 'password=', 'password: ', 'password is ', 'password of the ', 'password="', "password='",
    'password a1 ', 'passwort ist ', 'pwd ', 'PIN ', 'PIN: ', 'api key ', 'api_key=', 'token ', 'token=', 'token_', 'secret_', 'secret ',
    '--password ', '<password>', '<a_password>a', '_pass', 'mot de passe ', 'contraseña ', 'パスワードは', '密码是', '비밀번호는', 'Login a / ', 'credentials ',
    'AccountKey=', '?sig=', 'curl -u ', 'curl a ', 'mysql a ', 'mysql -pa', 'cookie ', 'cookie: sid=', 'cookie auth', 'aws ', 'aws secret ',
    'aws A1/', 'twilio ', 'auth token ', 'a:5432:', 'a:*:', '$2b$', '$argon2id$', 'SSWS ', 'Private-Lines: 1 ', '"auth": "', 'private_key_id": "',
    '"private_key"', 'key-', '0123456789abcdef', '00000000-0000-4000-8000-000000000000', '[secret removed: ', 'a.atlasv1.', 'shpat_', 'ops_ey',
    '"type": "service_account"', 'sshpass -p ', '123456789:AA', 'a1Q~', '_authToken=', 'sha256~', 'pat-na1-', 'Zm9vYmFy', 'Zm9v+/==',
  ],
  scripts: [
    'ก', 'การ', 'เ', 'ທ', 'ខ', 'မ', '漢', '漢字', 'か', 'カ', 'ー', '一个', '我们', '가', '각', '고정되는', '하', '다 ', '에서 ', '가1', '\u1100', '\u1112\u1161\u11ab',
    'ơ', 'ơ ', 'cơ sở dữ liệu ', 'ơ a ', 'ơ. ', 'ب', 'بَ', 'ـ', 'א', 'אָ', 'क', 'क्ष', 'α', 'я', 'я’', "о'", 'O’R', 'İ', 'i̇', 'ß', 'ſ', 'ﬃ', 'ﷺ',
    'é', 'e\u0301', 'ö ', 'ñ ',
  ],
  marks: [
    '\u0301', '\u0300\u0316', 'a\u0300\u0316', '\u0316\u0300', '\u0327\u0301', '\u0345\u0301', '\u05b0\u05bc', '\u064b\u0651', '\u0f71\u0f72',
    '\u3099', '\u20dd', 'a\u0334\u0301', '\u034f', '\ufe0f', '\u200d', '\u202e', '\u2060',
  ],
  pictures: [
    '😀', '👨\u200d👩\u200d👧', '👍🏽', '🇩🇪', '🇩', '1\ufe0f\u20e3', '\u{e0061}', '𝐀', '𝟎', '𠀀', '\u{1f468}\u200d',
  ],
};

/** Pseudorandom integers from a seed, identical in each run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const repeat = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Concatenates generated parts up to the length. */
function fill(length: number, part: (place: number) => string): string {
  const parts: string[] = [];
  for (let size = 0, place = 0; size < length; place += 1) {
    const next = part(place);
    parts.push(next);
    size += next.length;
  }
  return parts.join('').slice(0, length);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function fromAlphabet(alphabet: string, seed: number) {
  const below = randomNumbers(seed);
  const letters = [...alphabet];
  return (length: number) => fill(length, () => letters[below(letters.length)]!);
}

const half = (text: (length: number) => string, other: (length: number) => string) => (length: number) =>
  text(Math.ceil(length / 2)) + other(Math.floor(length / 2));

/** Texts that are not repetitions of a single unit. */
const COMPOSED: Readonly<Record<string, (length: number) => string>> = {
  'random base64': fromAlphabet(BASE64, 1),
  'random base64 in lines': (length) => fromAlphabet(BASE64, 2)(length).replace(/.{76}/g, '$&\n'),
  'random hexadecimal': fromAlphabet('0123456789abcdef', 3),
  'random signs': fromAlphabet(String.raw`!"#$%&'()*+,-./:;<=>?@[\]^_{|}~` + '`', 4),
  'random letters and signs': fromAlphabet('aA1.-_/:@ "\'`\n#*=', 5),
  'random brackets': fromAlphabet('()[]{}<>', 6),
  'random scripts': fromAlphabet('aя漢かカกب각क😀é\u0301\u200d ơ', 7),
  'random marks': fromAlphabet('a\u0300\u0316\u0327\u0334\u0345\u05b0\u064b', 8),
  'different words': (length) => fill(length, (place) => `word${place.toString(36)} `),
  'different words in one sentence each': (length) =>
    fill(length, (place) => `Word${place.toString(36)} fails. `),
  'different lines': (length) => fill(length, (place) => `line ${place} of the log\n`),
  'lines that differ in a word': (length) =>
    fill(length, (place) => `- the pool of service${place.toString(36)} ran dry\n`),
  'different cautions': (length) =>
    fill(length, (place) => `Never restart host${place.toString(36)} by hand. `),
  'different headings': (length) => fill(length, (place) => `## Part ${place.toString(36)}\n`),
  'different code blocks': (length) => fill(length, (place) => `\`\`\`\nrun(${place})\n\`\`\`\n`),
  'different numbers': (length) => fill(length, (place) => `${place * 7919} `),
  'different names': (length) => fill(length, (place) => `Svc-${place}.a/b${place}_c `),
  'different Korean words': (length) =>
    fill(
      length,
      (place) =>
        `${String.fromCharCode(0xac00 + (place % 11_000))}${String.fromCharCode(0xac00 + ((place * 31) % 11_000))}에서 `,
    ),
  'different Vietnamese words': (length) =>
    fill(length, (place) => `ơ${place.toString(36)} đ${place.toString(36)}. `),
  'different Chinese words': (length) =>
    fill(length, (place) => String.fromCharCode(0x4e00 + ((place * 7919) % 20_000))),
  'different passwords': (length) => fill(length, (place) => `password is Xy${place}!aB7${place} `),
  'different tokens': (length) => fill(length, (place) => `ghp_${place.toString(36).padStart(36, 'aB3')} `),
  'different keys of JSON': (length) => fill(length, (place) => `"key${place}":"value${place}",`),
  'different addresses': (length) => fill(length, (place) => `https://h${place}.example/${place} `),
  'different claims': (length) => fill(length, (place) => `The limit of q${place} is ${place}. `),
  'words that grow': (length) => fill(length, (place) => `${'a'.repeat(place)} `),
  'dots that grow': (length) => fill(length, (place) => `${'.'.repeat(place)} `),
  'blanks, then a letter': (length) => `${' '.repeat(length - 1)}a`,
  'a letter, then blanks': (length) => `a${' '.repeat(length - 1)}`,
  'a heading of blanks': (length) => `# ${' '.repeat(length - 3)}a`,
  'letters, then a sign': (length) => `${'a'.repeat(length - 1)}!`,
  'letters, then a line': (length) => `${'a'.repeat(length - 2)}\n!`,
  'capitals, then a small letter': (length) => `${'A'.repeat(length - 1)}a`,
  'dots, then a letter': (length) => `${'.'.repeat(length - 1)}a`,
  'underscores, then a letter': (length) => `${'_'.repeat(length - 1)}a`,
  'digits, then a letter': (length) => `${'1'.repeat(length - 1)}a`,
  'opening, then closing brackets': half(
    (length) => repeat('[', length),
    (length) => repeat(']', length),
  ),
  'opening, then closing parentheses': half(
    (length) => repeat('(', length),
    (length) => repeat(')', length),
  ),
  'marks, then lower marks': half(
    (length) => repeat('\u0301', length),
    (length) => repeat('\u0316', length),
  ),
  'fences, then text': half(
    (length) => repeat('```a\n', length),
    (length) => repeat('text ', length),
  ),
  'backticks that grow': (length) => fill(length, (place) => `${'`'.repeat((place % 400) + 1)}a`),
  'quotes of many depths': (length) => fill(length, (place) => `${'>'.repeat((place % 200) + 1)} a\n`),
  'lists of many depths': (length) => fill(length, (place) => `${' '.repeat(place % 200)}- a\n`),
  'one line of prose': (length) =>
    repeat('The deploy failed because the certificate had expired, and nobody was told ', length),
  prose: (length) =>
    repeat(
      'The deploy failed. The certificate had expired and nobody was told. Renew certificates a week early!\n',
      length,
    ),
  'a log': (length) =>
    fill(
      length,
      (place) =>
        `2026-01-01T00:00:${place % 60}.123Z ERROR [worker-${place % 9}] a.b.C: Timeout after ${place} ms at /srv/app/x.js:${place}:7\n`,
    ),
};

export interface HostileText {
  name: string;
  /** The text with this length in UTF-16 code units. */
  text: (length: number) => string;
}

/** Removes a trailing lone surrogate, which would not survive a UTF-8 round trip. */
const dropHalfCharacter = (text: string) => text.replace(/[\ud800-\udbff]$/, '');

/** All hostile texts, without duplicates. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...Object.entries(UNITS).flatMap(([kind, units]) =>
    [...new Set(units)].map((unit) => ({
      name: `${kind}: ${JSON.stringify(unit)}`,
      text: (length: number) => dropHalfCharacter(repeat(unit, length)),
    })),
  ),
  ...Object.entries(COMPOSED).map(([name, text]) => ({
    name,
    text: (length: number) => dropHalfCharacter(text(length)),
  })),
];
