/** Fake keys of twenty kinds, assembled here so that no file contains anything like a real one. */

const MIXED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const HEX = '0123456789abcdef';

/** Characters without a pattern, the same for the same seed. */
function randomCharacters(seed: number, length: number, alphabet = MIXED): string {
  let state = seed * 7919 + 17;
  let text = alphabet === MIXED ? 'aB3' : 'a1';
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += alphabet[state % alphabet.length];
  }
  return text.slice(0, length);
}

const UPPER = MIXED.slice(0, 26);

/** Text that an agent writes, and the part that must not be readable afterwards. */
export const SECRETS: readonly { text: string; secret: string }[] = [
  ['', `AKIA${randomCharacters(1, 16, UPPER).toUpperCase().replace('1', 'Q')}`],
  ['aws_secret_access_key = ', randomCharacters(2, 40)],
  ['', `ghp_${randomCharacters(3, 36)}`],
  ['', `github_pat_${randomCharacters(4, 22)}_${randomCharacters(5, 59)}`],
  ['', `glpat-${randomCharacters(6, 20)}`],
  ['', `sk_live_${randomCharacters(7, 24)}`],
  ['', `sk-ant-api03-${randomCharacters(8, 93)}AA`],
  ['', `AIza${randomCharacters(9, 35)}`],
  ['', `npm_${randomCharacters(10, 36)}`],
  ['', `pypi-AgEIcHlwaS5vcmc${randomCharacters(11, 100)}`],
  ['', `SG.${randomCharacters(12, 22)}.${randomCharacters(13, 43)}`],
  ['TWILIO_AUTH_TOKEN=', randomCharacters(14, 32, HEX)],
  ['', `dop_v1_${randomCharacters(15, 64, HEX)}`],
  ['', `eyJ${randomCharacters(16, 17)}.eyJ${randomCharacters(17, 30)}.${randomCharacters(18, 43)}`],
  ['postgres://app:', 'Sw0rdf1sh_9', '@db.example.com:5432/prod'],
  ['https://deploy:', 'hunter2pass', '@ci.example.com/job'],
  ['', `hs_pat_${randomCharacters(19, 16, HEX)}_${randomCharacters(20, 43)}`],
  ['password = "', 'Tr0ub4dor&3xyz', '"'],
  ['Authorization: Bearer ', randomCharacters(21, 40)],
  [
    '',
    `xoxb-${randomCharacters(22, 12, '123456789')}-${randomCharacters(23, 12, '123456789')}-${randomCharacters(24, 24)}`.replaceAll(
      'a1',
      '42',
    ),
  ],
].map(([before = '', secret = '', after = '']) => ({ text: before + secret + after, secret }));
