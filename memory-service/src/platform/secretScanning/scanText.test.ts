/** @jest-environment node */
import { blockSource } from '../../demo/blocks';
import { DIGITS, HEX, SECRET_SAMPLES, secretText, signs, UPPER } from '../../testing/secretSamples';
import { scanText, withoutMasks } from './scanText';
import { maskSecrets } from './replaceSecrets';

test.each(Object.entries(SECRET_SAMPLES))(
  'finds a %s within a sentence, and nothing of it is left',
  async (_, sample) => {
    const text = await maskSecrets(`The job used ${sample.text} and passed.`);
    expect(text).not.toContain(secretText(sample));
    expect(text).toMatch(/^The job used .*\[secret removed: [\w ]+\][\s\S]* and passed\.$/);
    expect(await maskSecrets(text)).toBe(text);
  },
);

const uuid = signs('uuid', 32, HEX).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

test.each([
  `key-${signs('mailgun', 32, HEX)}`,
  `${signs('mailchimp', 32, HEX)}-us12`,
  `HRKU-${signs('heroku', 60)}`,
  `NRAK-${signs('relic', 27, UPPER)}`,
  `sl.${signs('dropbox', 130)}`,
  `pat${signs('air', 14)}.${signs('table', 64, HEX)}`,
  `FlyV1 fm2_${signs('fly', 80)}`,
  `sbp_${signs('supabase', 40, HEX)}`,
  `nfp_${signs('netlify', 36)}`,
  `pul-${signs('pulumi', 40, HEX)}`,
  `${signs('terra', 14)}.atlasv1.${signs('form', 67)}`,
  `rubygems_${signs('gems', 48, HEX)}`,
  `sq0csp-${signs('square', 43)}`,
  `access_token$production$${signs('brain', 16, HEX)}$${signs('tree', 32, HEX)}`,
  `access-production-${uuid}`,
  `abc8Q~${signs('azure', 34)}`,
  `dp.pt.${signs('doppler', 43)}`,
  `sk-or-v1-${signs('router', 64, HEX)}`,
  `sk-${signs('deep', 32, HEX)}`,
  `nvapi-${signs('nvidia', 64)}`,
  `re_${signs('re', 8)}_${signs('send', 24)}`,
  `pat-na1-${uuid}`,
  `tskey-auth-${signs('tail', 12)}-${signs('scale', 32)}`,
  `CCIPAT_${signs('circle', 22)}_${signs('ci', 40, HEX)}`,
  `1/${signs('asana', 16, DIGITS)}:${signs('asana', 32, HEX)}`,
  `1//0${signs('google', 60)}`,
  `$2y$10$${signs('bcrypt', 53)}`,
])('finds the token %s by its form', async (token) => {
  expect(await maskSecrets(`We used ${token} and it failed.`)).toMatch(
    /^We used \[secret removed: [\w. ]+\] and it failed\.$/,
  );
});

test.each([
  ['log in as admin with password hunter2x9', 'hunter2x9'],
  ['Das Passwort ist Sommer2024!', 'Sommer2024!'],
  ['DB_PASS=Sommer2024!', 'Sommer2024!'],
  ['pw: Sommer2024!', 'Sommer2024!'],
  ['<password>hunter2x9</password>', 'hunter2x9'],
  ["sshpass -p 'hunter2x9' ssh root@host", 'hunter2x9'],
  ['mysql -u root -phunter2x9 app', 'hunter2x9'],
  ['db.internal:5432:app:app_user:hunter2x9', 'hunter2x9'],
  ['machine api.example.com login bot password hunter2x9', 'hunter2x9'],
  ['{"auths":{"r.io":{"auth":"dXNlcjpodW50ZXIyeDk="}}}', 'dXNlcjpodW50ZXIyeDk='],
  ['Cookie: theme=dark; session=7eLAFuVWDT8Cq6GEO4UbQe8P8', '7eLAFuVWDT8Cq6GEO4UbQe8P8'],
  ['the Datadog API key cc906d7232994a1d1f241b6a000170f5 was rejected', 'cc906d7232994a1d1f241b6a000170f5'],
  [
    'Authorization: SSWS 00V9EqnHcQtPZ4PaP8ATjAE8xV355MPT21CvtUf3eJ',
    '00V9EqnHcQtPZ4PaP8ATjAE8xV355MPT21CvtUf3eJ',
  ],
  ['DB_PASSWORD=hunter2!', 'hunter2!'],
  ['The admin password is Tr0ub4dor&3, keep it.', 'Tr0ub4dor&3'],
  ['{"apiKey": "a1b2c3d4e5f6g7h8"}', 'a1b2c3d4e5f6g7h8'],
  ['{\\"apiKey\\": \\"a1b2c3d4e5f6g7h8\\"}', 'a1b2c3d4e5f6g7h8'],
  ['mysql --password=Sup3rSecret -h db', 'Sup3rSecret'],
  ['curl -u admin:Passw0rd https://x.test', 'Passw0rd'],
  ['postgres://u:p@ss/w0rd@db/x', 'w0rd@'],
  ['X-Api-Key: 0a1b2c3d4e5f6071', '0a1b2c3d4e5f6071'],
  ["password = 'correcthorse'", 'correcthorse'],
  ['DB_PASSWORD=EuZxDElYdAsSbXHz', 'EuZxDElYdAsSbXHz'],
  ['db:\n  password: KqWvTzPmLnRj\n  port: 5432', 'KqWvTzPmLnRj'],
  ['The password is KqWvTzPmLnRj.', 'KqWvTzPmLnRj'],
  ['SESSION_TOKEN=EuZxDElYdAsSbXHzQv', 'EuZxDElYdAsSbXHzQv'],
  ['// secretlint-disable\npassword: Sw0rdf1sh', 'Sw0rdf1sh'],
])('finds what %s assigns', async (text, secret) => {
  expect(await maskSecrets(text)).not.toContain(secret);
});

test.each([
  'the token expired yesterday',
  'hash the password sha256 first',
  'PASS src/token.test.ts',
  'all tests pass: 3m12.5s',
  'token 3 of 7',
  'answered in msg_01XFDUDYJgAACzvnptvVoYEL',
  'the API key rotation of 2024',
  'image python:3.11-slim on db:5432',
  'max_tokens: 128000',
  'tokenizer = cl100k_base',
  'password: required',
  'password: changeme',
  'PASSWORD_FIELD=userPassword',
  'password: userPassword, token: sessionToken',
  'passwordHash: string',
  'password: getDbPwForMe',
  'token: AbstractTokenProvider',
  'password: SecretStringParameterReference',
  'token: CancellationTokenSource',
  'apiKey: getByRoleOrThrow',
  'const token = process.env.GITHUB_TOKEN2',
  'accessToken: response.data.accessToken2',
  'password === confirmPassword1',
  'Secret: db-credentials-prod2',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'aws s3 sync of commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'id 123e4567-e89b-12d3-a456-426614174000',
  `integrity: sha512-${'aB3/'.repeat(21)}aB==`,
  'image@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'password = "${DB_PASSWORD}"',
  'const password = getPassword(user1)',
  'http://localhost:3000/users/@me',
  'git@github.com:team/repo.git',
  'sk-learn-based-classifier-with-long-name',
  'token_url: https://login.example.com/v2/token1',
])('finds nothing in %s', async (text) => {
  expect(await scanText(text)).toEqual([]);
});

test('finds nothing in the demo workspace', async () => {
  const source = blockSource(1, new Date('2026-06-01T12:00:00Z'));
  const texts = Array.from({ length: 500 }, (_, index) => JSON.stringify(source.next(index).block));
  expect(await scanText(texts.join('\n'))).toEqual([]);
});

test('keeps nothing of the texts that it looked at', async () => {
  const before = performance.getEntries().length;
  for (let n = 0; n < 20; n += 1) await scanText(`Text number ${n}`);
  expect(performance.getEntries()).toHaveLength(before);
});

test('masks are no words of a text', () => {
  expect(withoutMasks('Use [secret removed: npm token] here')).toBe('Use   here');
});

test('looks into JSON, and takes the name of a value into account', async () => {
  const given = {
    id: 1,
    auth: { password: 'Sw0rdf1sh', name: 'app' },
    safe: { mot_de_passe: 'Sw0rdf1sh', パスワード: 'Sw0rdf1sh', PIN: '4711', pin: '4711' },
    list: ['DB_PASSWORD=Sw0rdf1sh'],
    none: null,
  };
  expect(await maskSecrets(given)).toEqual({
    ...given,
    auth: { password: '[secret removed: password]', name: 'app' },
    safe: {
      mot_de_passe: '[secret removed: password]',
      パスワード: '[secret removed: password]',
      PIN: '[secret removed: password]',
      pin: '4711',
    },
    list: ['DB_PASSWORD=[secret removed: password]'],
  });
});
