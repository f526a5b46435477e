/** @jest-environment node */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseFlag, readConfig } from './config';
import { withSecretFiles } from './secretFiles';
import { LIMIT_VARIABLES } from './variables';

const readRoot = (file: string) => readFileSync(path.resolve(__dirname, '../../../..', file), 'utf8');

describe('config', () => {
  test('applies local defaults to an empty environment', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      databaseUrl: undefined,
      dataDir: 'var/memory-service',
      gatewaySecret: undefined,
      build: { version: 'unknown', sha: null, timestamp: null, imageTag: null },
      flags: { llm: true, consolidation: true, pruning: true, archived: true },
      retention: { activity: 90, jobs: 90, mails: 90, retrievals: 0, audits: 0 },
      demo: undefined,
    });
    expect(config.appBaseUrl.origin).toBe('http://localhost:3000');
  });

  test.each(Object.entries(LIMIT_VARIABLES))(
    'rejects %s outside its range, and finds it documented and set for the containers',
    (name, { fallback, min, max }) => {
      // Some are only read together with the feature they limit.
      const model = { LLM_BASE_URL: 'http://localhost:1/v1', LLM_MODEL: 'm' };
      expect(() => readConfig({ ...model, [name]: String(max + 1) })).toThrow(
        `${name} must be a whole number from ${min} to ${max}`,
      );
      expect(() => readConfig({ ...model, [name]: String(max) })).not.toThrow();
      const limit = fallback === 0 ? 'none' : fallback.toLocaleString('en');
      expect(readRoot('docs/limits.md')).toMatch(new RegExp(`\\| ${limit}(?: [a-z]+)? \\| \`${name}\` \\|`));
      expect(readRoot('docker-compose.yml')).toContain(`    ${name}:`);
    },
  );

  test('splits replicas at commas or spaces', () => {
    const env = { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URL: 'postgres://one/d,postgres://two/d  ' };
    expect(readConfig(env).readReplicas).toEqual({
      urls: ['postgres://one/d', 'postgres://two/d'],
      maxLagMs: 5000,
    });
  });

  test('accepts quotes, spaces and any case in email lists', () => {
    expect([...readConfig({ ADMIN_EMAILS: `"Root@X.test", 'b@x.test',,` }).adminEmails]).toEqual([
      'root@x.test',
      'b@x.test',
    ]);
  });

  test.each([
    ['', false],
    ['0', false],
    [' False ', false],
    ['no', false],
    ['OFF', false],
    ['1', true],
    ['true', true],
    ['yes', true],
    ['on', true],
    ['maybe', true],
    [undefined, true],
  ])('parses flag %p as %p', (value, expected) => {
    expect(parseFlag(value)).toBe(expected);
  });

  test.each([
    [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535, but it is "80a".'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, but it is "70000".'],
    [
      { DATABASE_URL: 'mysql://u:p@h/d' },
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
    ],
    [
      { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URL: 'postgres://r/d, mysql://r/d' },
      'DATABASE_READ_URL must be an address that starts with postgres:// or postgresql://.',
    ],
    [
      { DATABASE_READ_URL: 'postgres://r/d' },
      'DATABASE_READ_URL lists replicas of DATABASE_URL, so set DATABASE_URL too.',
    ],
    [{ DATABASE_ENGINE: 'mysql' }, 'DATABASE_ENGINE must be postgresql or citus, but it is "mysql".'],
    [{ APP_BASE_URL: 'localhost' }, 'APP_BASE_URL must be an address that starts with http:// or https://.'],
    [{ GATEWAY_SECRET: 'short' }, 'GATEWAY_SECRET must have at least 16 characters.'],
    [
      { ADMIN_EMAILS: 'ann' },
      'ADMIN_EMAILS must be a comma-separated list of email addresses, but contains "ann".',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but it is "loud".',
    ],
    [
      { DEV_MODE: 'true', HOST: '0.0.0.0' },
      'DEV_MODE signs everyone in as a superadmin, so HOST and the host of APP_BASE_URL must be localhost.',
    ],
    [
      { DEV_MODE: 'true', APP_BASE_URL: 'https://memory.example.org' },
      'DEV_MODE signs everyone in as a superadmin, so HOST and the host of APP_BASE_URL must be localhost.',
    ],
    [{ ACTIVITY_DAYS: '0' }, 'ACTIVITY_DAYS must be a whole number from 1 to 3650, but it is "0".'],
    [{ DEMO_BLOCKS: '-1' }, 'DEMO_BLOCKS must be a whole number from 0 to 5000000, but it is "-1".'],
  ])('rejects %p with one sentence', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});

describe('secretFiles', () => {
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
  ])('reads %s from a file, without the trailing newline that editors add', (name) => {
    expect(withSecretFiles({ [`${name}_FILE`]: fileWith('a secret\n'), PORT: '1' })).toMatchObject({
      [name]: 'a secret',
      PORT: '1',
    });
  });

  test('applies the same checks to values from files and from the environment', () => {
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
      'SMTP_URL_FILE points to /nowhere/at/all, which can’t be read (ENOENT).',
    ],
  ])('rejects %p with one sentence', (env, message) => {
    expect(() => withSecretFiles(env)).toThrow(message);
  });

  test('rejects an empty file', () => {
    expect(() => withSecretFiles({ TOKEN_PEPPER_FILE: fileWith(' \n') })).toThrow('which is empty.');
  });
});
