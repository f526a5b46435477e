import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { serializeError } from './errorLog';

test('logs a failed query with statement, code and stack, but without its values', () => {
  const lines: string[] = [];
  const log = pino(
    { serializers: { err: serializeError } },
    { write: (line: string) => void lines.push(line) },
  );
  const reason = Object.assign(new Error('value too long'), {
    code: '22001',
    detail: 'Failing row contains (ghp_1).',
  });
  const secret = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
  log.error(
    { err: new DrizzleQueryError('insert into memory_blocks values ($1)', [secret, 'two\nlines'], reason) },
    'failed',
  );
  const [line = ''] = lines;
  expect(line).not.toContain(secret);
  expect(line).not.toContain('two');
  expect(line).not.toContain('ghp_1');
  expect(line).toContain('insert into memory_blocks');
  expect(line).toContain('22001');
  expect(line).toContain('errorLog.test.ts');
});
