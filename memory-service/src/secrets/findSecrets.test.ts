/** @jest-environment node */
import { blockSource } from '../demo/blocks';
import { SECRET_SAMPLES, secretOf } from '../testing/secretSamples';
import { findSecrets, withoutMasks } from './findSecrets';
import { maskSecrets } from './replaceSecrets';

test.each(Object.entries(SECRET_SAMPLES))(
  'finds a %s within a sentence, and nothing of it is left',
  async (_, sample) => {
    const text = await maskSecrets(`The job used ${sample.text} and passed.`);
    expect(text).not.toContain(secretOf(sample));
    expect(text).toMatch(/^The job used .*\[secret removed: [\w ]+\][\s\S]* and passed\.$/);
    expect(await maskSecrets(text)).toBe(text);
  },
);

test.each([
  ['DB_PASSWORD=hunter2!', 'hunter2!'],
  ['The admin password is Tr0ub4dor&3, keep it.', 'Tr0ub4dor&3'],
  ['{"apiKey": "a1b2c3d4e5f6g7h8"}', 'a1b2c3d4e5f6g7h8'],
  ['{\\"apiKey\\": \\"a1b2c3d4e5f6g7h8\\"}', 'a1b2c3d4e5f6g7h8'],
  ['mysql --password=Sup3rSecret -h db', 'Sup3rSecret'],
  ['curl -u admin:Passw0rd https://x.test', 'Passw0rd'],
  ['postgres://u:p@ss/w0rd@db/x', 'w0rd@'],
  ['X-Api-Key: 0a1b2c3d4e5f6071', '0a1b2c3d4e5f6071'],
  ["password = 'correcthorse'", 'correcthorse'],
  ['// secretlint-disable\npassword: Sw0rdf1sh', 'Sw0rdf1sh'],
])('finds what %s assigns', async (text, secret) => {
  expect(await maskSecrets(text)).not.toContain(secret);
});

test.each([
  'the token expired yesterday',
  'max_tokens: 128000',
  'tokenizer = cl100k_base',
  'password: required',
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
  expect(await findSecrets(text)).toEqual([]);
});

test('finds nothing in the demo workspace', async () => {
  const source = blockSource(1, new Date('2026-06-01T12:00:00Z'));
  const texts = Array.from({ length: 500 }, (_, index) => JSON.stringify(source.next(index).block));
  expect(await findSecrets(texts.join('\n'))).toEqual([]);
});

test('keeps nothing of the texts that it looked at', async () => {
  const before = performance.getEntries().length;
  for (let n = 0; n < 20; n += 1) await findSecrets(`Text number ${n}`);
  expect(performance.getEntries()).toHaveLength(before);
});

test('masks are no words of a text', () => {
  expect(withoutMasks('Use [secret removed: npm token] here')).toBe('Use   here');
});

test('looks into JSON, and takes the name of a value into account', async () => {
  const given = {
    id: 1,
    auth: { password: 'Sw0rdf1sh', name: 'app' },
    list: ['DB_PASSWORD=Sw0rdf1sh'],
    none: null,
  };
  expect(await maskSecrets(given)).toEqual({
    ...given,
    auth: { password: '[secret removed: password]', name: 'app' },
    list: ['DB_PASSWORD=[secret removed: password]'],
  });
});
