/** @jest-environment node */
import { asyncLocalStorage } from '@fastify/request-context';
import { sql } from 'drizzle-orm';
import { onEveryEngine } from '../../testing/engines';

const SYSTEM = { kind: 'system' } as const;

onEveryEngine('the database', (world) => {
  const setting = (name: string) =>
    world.database.read(SYSTEM, async (handle) => {
      const { rows } = await handle.execute(sql`select current_setting(${name}) as value`);
      return rows[0]?.['value'];
    });

  test('a commit waits until it is written, and times are read in UTC', async () => {
    expect(await setting('synchronous_commit')).toBe('on');
    expect(await setting('timezone')).toBe('UTC');
    // The embedded engine's default method does nothing there; a test server runs without flushing on purpose.
    if (world.engine === 'embedded') {
      expect([await setting('fsync'), await setting('wal_sync_method')]).toEqual(['on', 'fsync']);
    }
  });

  test('the log of a server names the call whose statement it was', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const named = await asyncLocalStorage.run({ trace } as never, () => setting('application_name'));
    expect(named === trace).toBe(world.engine !== 'embedded');
    expect(await setting('application_name')).not.toBe(trace);
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const answers = [headers, { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }].map((sent) =>
      world.app.inject({ url: '/health', headers: sent }),
    );
    const ids = (await Promise.all(answers)).map((answer) => answer.headers['x-request-id']);
    expect(ids).toEqual([trace, expect.stringMatching(/^(?!0{32})[0-9a-f]{32}$/)]);
  });

  test('reads cannot write', async () => {
    const attempt = world.database.read(SYSTEM, (handle) => handle.execute(sql`delete from users`));
    await expect(attempt).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  test('what fails on the way leaves nothing behind, and the connection goes on', async () => {
    const attempt = world.database.write(SYSTEM, async (handle) => {
      await handle.execute(sql`insert into users (email) values ('half@x.test')`);
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    const found = await world.database.read(SYSTEM, (handle) =>
      handle.execute(sql`select 1 from users where email = 'half@x.test'`),
    );
    expect(found.rows).toEqual([]);
  });

  test('a row belongs to exactly one kind of workspace, even when the service itself writes it', async () => {
    const attempt = world.database.write(SYSTEM, (handle) =>
      handle.execute(sql`insert into agents (name, visibility_scope) values ('without owner', 'personal')`),
    );
    await expect(attempt).rejects.toMatchObject({ cause: { code: '23514' } });
  });

  test('forty requests at once on few connections are all answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => world.app.inject({ url: `/memory-blocks?limit=${n}` })),
    );
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
  });
});
