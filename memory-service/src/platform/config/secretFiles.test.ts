/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from './config';
import { withSecretFiles } from './secretFiles';

const folder = mkdtempSync(path.join(tmpdir(), 'secret-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(text: string): string {
  const file = path.join(folder, `secret-${text.length}`);
  writeFileSync(file, text);
  return file;
}

test.each([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'GATEWAY_SECRET',
  'TOKEN_PEPPER',
  'SMTP_URL',
  'LLM_API_KEY',
  'EMBEDDINGS_API_KEY',
])('%s may come from a file, without the line end that editors add', (name) => {
  expect(withSecretFiles({ [`${name}_FILE`]: fileWith('a secret\n'), PORT: '1' })).toMatchObject({
    [name]: 'a secret',
    PORT: '1',
  });
});

test('what a file says passes the same checks as what the environment says', () => {
  const config = readConfig(withSecretFiles({ GATEWAY_SECRET_FILE: fileWith('0123456789abcdef\n') }));
  expect(config.gatewaySecret).toBe('0123456789abcdef');
  expect(() => readConfig(withSecretFiles({ GATEWAY_SECRET_FILE: fileWith('short') }))).toThrow(
    'GATEWAY_SECRET must have at least 16 characters.',
  );
});

test.each([
  [{ TOKEN_PEPPER: 'x', TOKEN_PEPPER_FILE: '/y' }, 'Set TOKEN_PEPPER or TOKEN_PEPPER_FILE, not both.'],
  [
    { SMTP_URL_FILE: '/nowhere/at/all' },
    'SMTP_URL_FILE names /nowhere/at/all, which cannot be read (ENOENT).',
  ],
])('%p is refused with one sentence', (env, message) => {
  expect(() => withSecretFiles(env)).toThrow(message);
});

test('an empty file is no secret', () => {
  expect(() => withSecretFiles({ TOKEN_PEPPER_FILE: fileWith(' \n') })).toThrow('which is empty.');
});
