/** Small helpers of a native run whose bugs no program would report. */
import { composeEnvironment, interpolate } from '../compose/composeValues';
import { judge } from '../load/verdict';
import { supportsPreparedStatements, nativePgbouncerIni } from './database';
import { fillTemplate } from './nginx';

test('fills in only known names in braces', () => {
  expect(fillTemplate('listen ${PORT}; set $uri ${OTHER};', { PORT: '1' })).toBe(
    'listen 1; set $uri ${OTHER};',
  );
});

test('prefers set variables to the defaults of the compose file', () => {
  expect(interpolate('${A:-x} ${B-y} ${C:-z?a=b}', { A: '', B: '', C: 'c' })).toBe('x  c');
  expect(composeEnvironment('gateway', {})).toMatchObject({ CALLER_RATE: '50', GATEWAY_HOSTS: 'gateway' });
  expect(composeEnvironment('gateway', { CALLER_RATE: '5' })).toMatchObject({ CALLER_RATE: '5' });
  expect(composeEnvironment('memory-service', {})).not.toHaveProperty('LLM_MODEL');
  expect(composeEnvironment('memory-service', { LLM_MODEL: 'm' })).toMatchObject({ LLM_MODEL: 'm' });
  expect(() => composeEnvironment('nothing')).toThrow('docker-compose.yml has no environment for nothing.');
});

test.each([
  ['PgBouncer 1.18.0', false],
  ['PgBouncer 1.21.0', true],
  ['PgBouncer 2.0', true],
  ['', false],
])('%j keeps prepared statements: %s', (version, expected) => {
  expect(supportsPreparedStatements(version)).toBe(expected);
});

test('gives PgBouncer local ports and paths, and only settings its version supports', () => {
  const ini =
    'x = host=postgres port=5432\nlisten_addr = 0.0.0.0\nlisten_port = 6432\nauth_file = /run/secrets/pgbouncer_users\nmax_prepared_statements = 200\n';
  const place = { databasePort: 1, port: 2, usersFile: '/u', supportsPreparedStatements: false };
  const native = 'x = host=127.0.0.1 port=1\nlisten_addr = 127.0.0.1\nlisten_port = 2\nauth_file = /u\n';
  expect(nativePgbouncerIni(ini, place)).toBe(native);
  expect(nativePgbouncerIni(ini, { ...place, supportsPreparedStatements: true })).toBe(
    `${native}max_prepared_statements = 200\n`,
  );
});

test('excuses a write in flight during a kill, but no read and nothing at another time', () => {
  const kills = [{ from: 100, to: 110 }];
  const cut = { kind: 'create', startedAt: 90, endedAt: 120, status: 502 } as const;
  const late = { kind: 'create', startedAt: 111, endedAt: 120, status: 502 } as const;
  const read = { kind: 'read', startedAt: 90, endedAt: 120, status: 0 } as const;
  const good = { kind: 'read', startedAt: 0, endedAt: 200, status: 200 } as const;
  expect(judge([cut, late, read, good], kills)).toEqual({
    requests: 4,
    reads: 2,
    writes: 2,
    unexcused: [late],
    failedReads: [read],
    cutOff: [cut],
  });
});
